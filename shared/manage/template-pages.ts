import type { TemplateHead } from '../adapters/templates-table.ts';
import {
  listHeads,
  listRevisions,
  type RevisionSummary,
} from '../adapters/templates-table-writes.ts';
import { headOf, type TemplatePorts } from './templates.ts';

/** A page of a list; `next` is the place to go on from, and null at the end. */
export interface ListPage<Item, Place> {
  items: Item[];
  next: Place | null;
}

/** What an id can begin with: nothing else needs a look into the table. */
const idBeginning = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,63})?$/;

/**
 * One page of an account's templates by id, those whose id begins with `search`. Deleted ones are
 * passed over. `after` is an id of the same list.
 */
export async function listTemplatePage(
  { templates }: TemplatePorts,
  accountId: string,
  { search = '', after, limit }: { search?: string; after?: string | undefined; limit: number },
): Promise<ListPage<TemplateHead, string>> {
  if (!idBeginning.test(search)) return { items: [], next: null };
  const found: TemplateHead[] = [];
  let from = after;
  do {
    // One more than the page holds tells whether there is another.
    const wanted = limit + 1 - found.length;
    const page = await listHeads(templates, accountId, {
      idsFrom: search,
      after: from,
      limit: wanted,
    });
    found.push(...page.heads);
    from = page.next ?? undefined;
  } while (from !== undefined && found.length <= limit);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.templateId ?? null) : null };
}

/**
 * One page of a template's revisions, newest first. One that was written but never served, because
 * saving it was interrupted, is left out.
 *
 * @throws {ManageError} for an unknown template
 */
export async function listRevisionPage(
  ports: TemplatePorts,
  accountId: string,
  templateId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ListPage<RevisionSummary & { current: boolean }, number>> {
  const head = await headOf(ports, accountId, templateId);
  const found = await listRevisions(ports.templates, accountId, templateId, {
    before: Math.min(before ?? head.revision + 1, head.revision + 1),
    limit: limit + 1,
  });
  const items = found
    .slice(0, limit)
    .map((summary) => ({ ...summary, current: summary.revision === head.revision }));
  return { items, next: found.length > limit ? (items.at(-1)?.revision ?? null) : null };
}
