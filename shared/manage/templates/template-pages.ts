import type { TemplateHead } from '../../adapters/tables/templates-table.ts';
import { listHeads } from '../../adapters/tables/templates-table-writes.ts';
import { maxPageItems, maxSearchedTemplates } from '../../engine/limits.ts';
import type { TemplatePorts } from './template-head.ts';

/** A page of a list; `next` is the place after which the next page begins, and null at the end. */
export interface ListPage<Item, Place> {
  items: Item[];
  next: Place | null;
}

export interface TemplatePageQuery {
  search?: string;
  kind?: 'template' | 'partial' | undefined;
  after?: string | undefined;
  limit: number;
}

/** The beginning of a valid id. For any other search the page is empty, and the table is not read. */
const idBeginning = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,63})?$/;

/**
 * Lists one page of an account's templates whose id begins with `search`, sorted by id. It leaves out deleted
 * templates and reads only about `maxSearchedTemplates`, so a page may have fewer templates than `limit`, or none,
 * although `next` is not null. `after`: the page begins after this id. `kind` leaves out the other kind.
 */
export async function listTemplatePage(
  { templates }: TemplatePorts,
  accountId: string,
  { search = '', kind, after, limit }: TemplatePageQuery,
): Promise<ListPage<TemplateHead, string>> {
  if (!idBeginning.test(search)) return { items: [], next: null };
  const found: TemplateHead[] = [];
  // Reads one more than the page holds, to know whether there is a next page. Reads again only if a read left out
  // deleted templates, or the other kind.
  let wanted = limit + 1;
  let readCount = 0;
  let from = after;
  do {
    const look = { idsFrom: search, after: from, limit: wanted };
    const { heads, next } = await listHeads(templates, accountId, look);
    found.push(...heads.filter((head) => kind === undefined || (head.kind ?? 'template') === kind));
    from = next ?? undefined;
    readCount += wanted;
    wanted = maxPageItems;
  } while (from !== undefined && found.length <= limit && readCount < maxSearchedTemplates);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1)?.templateId : from;
  return { items, next: last ?? null };
}
