import type { TemplateHead } from '../../adapters/tables/templates-table.ts';
import { listHeads } from '../../adapters/tables/templates-table-writes.ts';
import { maxSearchedTemplates } from '../../engine/limits.ts';
import type { TemplatePorts } from './template-head.ts';

/** A page of a list; the next one begins after `next`, which is null at the end. */
export interface ListPage<Item, Place> {
  items: Item[];
  next: Place | null;
}

export interface TemplatePageQuery {
  /** Words that all occur in the id or the name. Default: any template. */
  search?: string | undefined;
  /** The beginning of the ids. */
  prefix?: string | undefined;
  kind?: 'template' | 'partial' | undefined;
  /** `draft`: templates with a draft, also those never served. `deleted`: deleted ones. Default: served templates. */
  state?: 'draft' | 'deleted' | undefined;
  /** The page begins after this id. */
  after?: string | undefined;
  limit: number;
}

/** The beginning of an id; no template has any other. */
const idBeginning = /^(?:[A-Za-z0-9][A-Za-z0-9_-]{0,63})?$/;

/** One page by id. It reads about `maxSearchedTemplates`: a page may be short or empty although `next` is set. */
export async function listTemplatePage(
  { templates }: TemplatePorts,
  accountId: string,
  query: TemplatePageQuery,
): Promise<ListPage<TemplateHead, string>> {
  const { search = '', prefix = '', state, after, limit } = query;
  if (!idBeginning.test(prefix)) return { items: [], next: null };
  const isWanted = filterOf(query);
  const found: TemplateHead[] = [];
  // One more than the page holds shows whether there is a next page. In a search, a match can be anywhere.
  const isSearch = search.trim() !== '' || state !== undefined;
  let wanted = isSearch ? Math.max(limit + 1, maxSearchedTemplates) : limit + 1;
  let looked = 0;
  let from = after;
  do {
    const look = { idsFrom: prefix, after: from, limit: wanted, withDeleted: state !== undefined };
    const page = await listHeads(templates, accountId, look);
    found.push(...page.heads.filter(isWanted));
    from = page.next ?? undefined;
    looked += page.looked;
    wanted = maxSearchedTemplates - looked;
  } while (from !== undefined && found.length <= limit && wanted > 0);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1)?.templateId : from;
  return { items, next: last ?? null };
}

/** Not the draft of a deleted template, which only the CLI shows. */
const isDraftShown = ({ draft, deletedAt, revision }: TemplateHead) =>
  draft !== undefined && (deletedAt === undefined || revision === 0);

function filterOf({ search = '', kind, state }: TemplatePageQuery) {
  const isFound = wordSearch(search);
  return (head: TemplateHead): boolean =>
    (kind === undefined || (head.kind ?? 'template') === kind) &&
    (state !== 'draft' || isDraftShown(head)) &&
    // The tombstone of a template that was never served has no revision.
    (state !== 'deleted' || (head.deletedAt !== undefined && head.revision > 0)) &&
    isFound(head.templateId, head.name);
}

/** Returns whether texts have all words of a search, in any case and without accents: `grusse` finds `Grüße`. */
function wordSearch(search: string): (...texts: string[]) => boolean {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return (...texts) => {
    const all = texts.map(folded);
    return words.every((word) => all.some((text) => text.includes(word)));
  };
}

/** Removes accents. In upper case `ß` is `SS`, and `ς` the same as `σ`. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toUpperCase();
}
