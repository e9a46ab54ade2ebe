import type { Table } from '../../adapters/tables/dynamodb.ts';
import { filteredPage } from '../../adapters/tables/filtered-page.ts';
import {
  type EntryQuery,
  listEntries,
  readActorNames,
  type TrailEntry,
} from '../../adapters/tables/trail-table.ts';
import { maxPageItems } from '../../engine/limits.ts';
import { badCursor } from '../manage-error.ts';
import type { TrailPorts } from './recorded.ts';

export interface TrailQuery extends Pick<EntryQuery, 'since' | 'until'> {
  /** A whole action, or its beginning with the dot: `key.` */
  action?: string | undefined;
  /** The id of who acted. */
  who?: string | undefined;
  target?: string | undefined;
  /** The `next` of the page before. */
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** The form of an entry's id, a ULID. */
export const isEntryId = (text: string) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text);

/** Entries, the newest first. With a filter it looks through 1,000 entries for one page. */
export async function listTrail(
  { trail: { table } }: { trail: Pick<TrailPorts['trail'], 'table'> },
  accountId: string,
  { cursor: after, limit = maxPageItems, since, until, ...filter }: TrailQuery = {},
): Promise<{ entries: TrailEntry[]; next: string | null }> {
  if (after !== undefined && !isEntryId(after)) throw badCursor();
  const isWhole = Object.values(filter).every((value) => value === undefined);
  const { items, next } = await filteredPage(
    { after, limit, fits: isWhole ? null : (entry: TrailEntry) => fits(entry, filter) },
    async (from, size) => {
      const range = { since, until, after: from ?? undefined, limit: size };
      const page = await listEntries(table, accountId, range);
      return { items: page.entries, next: page.next };
    },
    ({ id }) => id,
  );
  return { entries: await withNames(table, accountId, items), next };
}

/** Entries with names, the oldest first, a page in memory at a time. */
export async function* readTrail(
  { trail: { table } }: Pick<TrailPorts, 'trail'>,
  accountId: string,
  range: Pick<TrailQuery, 'since' | 'until'>,
): AsyncGenerator<TrailEntry> {
  let after: string | undefined;
  do {
    const page = { ...range, after, limit: maxPageItems, oldestFirst: true };
    const { entries, next } = await listEntries(table, accountId, page);
    yield* await withNames(table, accountId, entries);
    after = next ?? undefined;
  } while (after !== undefined);
}

type Filter = Pick<TrailQuery, 'action' | 'who' | 'target'>;

function fits(entry: TrailEntry, { action = '', who, target }: Filter): boolean {
  return (
    (action.endsWith('.')
      ? entry.action.startsWith(action)
      : [entry.action, ''].includes(action)) &&
    (who ?? entry.who.id) === entry.who.id &&
    (target ?? entry.target) === entry.target
  );
}

async function withNames(table: Table, accountId: string, entries: readonly TrailEntry[]) {
  const names = await readActorNames(table, accountId);
  return entries.map(({ who, ...entry }) => ({
    ...entry,
    who: { ...who, name: names.get(who.id) ?? null },
  }));
}
