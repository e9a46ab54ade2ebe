import type { TemplateHead } from '../../adapters/tables/templates-table.ts';
import { listHeads } from '../../adapters/tables/templates-table-writes.ts';
import { maxPageItems, maxSearchedTemplates } from '../../engine/limits.ts';
import type { TemplatePorts } from './template-head.ts';

/** A page of a list; `next` is the place to go on from, and null at the end. */
export interface ListPage<Item, Place> {
  items: Item[];
  next: Place | null;
}

/** What an id can begin with: nothing else needs a look into the table. */
const idBeginning = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,63})?$/;

/**
 * One page of an account's templates by id, those whose id begins with `search`. Deleted ones are
 * passed over: a page may hold fewer than there are, or none, and still name a place to go on from.
 * `after` is an id of the same list.
 */
export async function listTemplatePage(
  { templates }: TemplatePorts,
  accountId: string,
  { search = '', after, limit }: { search?: string; after?: string | undefined; limit: number },
): Promise<ListPage<TemplateHead, string>> {
  if (!idBeginning.test(search)) return { items: [], next: null };
  const found: TemplateHead[] = [];
  // One more than the page holds shows whether there is another. Only deleted ones lead further.
  let wanted = limit + 1;
  let looked = 0;
  let from = after;
  do {
    const look = { idsFrom: search, after: from, limit: wanted };
    const { heads, next } = await listHeads(templates, accountId, look);
    found.push(...heads);
    from = next ?? undefined;
    looked += wanted;
    wanted = maxPageItems;
  } while (from !== undefined && found.length <= limit && looked < maxSearchedTemplates);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1)?.templateId : from;
  return { items, next: last ?? null };
}
