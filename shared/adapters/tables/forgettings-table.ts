import type { Left, PersonCounts } from '../../people/person-data.ts';
import { number, optionalText, text, textItem } from './attributes.ts';
import { type Change, put, type Write } from './change.ts';
import { getItem, queryAll, type Table, unlessRefused } from './dynamodb.ts';

/** Where a walk through partitions is. */
export interface WalkPlace {
  /** The number of the partition. */
  part: number;
  /** The last message or sort key before it. Absent: the beginning of the partition. */
  after?: string | undefined;
}

/** Each step is repeated if it was interrupted. */
export type ForgetStep =
  | 'keys'
  | 'suppression'
  | 'scheduled'
  | 'records'
  | 'again'
  | 'templates'
  | 'rest'
  | 'end';

export interface KeptPage {
  /** Where the next page begins; null if the step ends with this one. */
  next: WalkPlace | null;
  /** Whether the next step waits until requests that are under way have ended. */
  waits: boolean;
}

/** A forgetting as it is kept, without the address. */
export interface Forgetting {
  state: 'running' | 'done';
  /** ISO 8601. */
  startedAt: string;
  suppress: boolean;
  step: ForgetStep;
  /** The step does not begin before, in milliseconds. */
  notBeforeMs: number;
  place: WalkPlace;
  /** The page at `place`, which is counted already and being worked on. */
  page?: KeptPage | undefined;
  counts: PersonCounts;
  left: Left[];
  /**
   * Messages that the second walk looks at: to several people, because reports on them are items of their own, and those
   * that were being sent. Null if there are too many: then it looks at all.
   */
  later: string[] | null;
  /** Whether records are walked through again. */
  again: boolean;
}

export interface StoredForgetting extends Forgetting {
  /** Counts the writes: a write of another process in between is noticed. */
  version: number;
}

const prefix = 'F#';

/** The forgetting of a person, also one that is done; null if there was none. Strongly consistent. */
export async function readForgetting(
  trail: Table,
  accountId: string,
  person: string,
): Promise<StoredForgetting | null> {
  const item = await getItem(trail, textItem({ accountId, sk: `${prefix}${person}` }));
  if (!item) return null;
  const state = optionalText(item, 'state') === 'done' ? 'done' : 'running';
  return { ...JSON.parse(text(item, 'run')), state, version: number(item, 'version') };
}

/** What stands for the people whom an account has forgotten. */
export async function listForgotten(trail: Table, accountId: string): Promise<string[]> {
  const items = await queryAll(trail, {
    KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':account': { S: accountId }, ':prefix': { S: prefix } },
    ConsistentRead: true,
  });
  return items.map((item) => text(item, 'sk').slice(prefix.length));
}

/** Keeps a forgetting on condition that it is as `seen`. Null if another process changed it. */
export async function keepForgetting(
  trail: Table,
  { accountId, person }: { accountId: string; person: string },
  forgetting: Forgetting,
  seen: StoredForgetting | null,
  { change, writes = [] }: { change: Change; writes?: readonly Write[] },
): Promise<StoredForgetting | null> {
  const { state, ...run } = forgetting;
  const version = (seen?.version ?? 0) + 1;
  const item = {
    ...textItem({ accountId, sk: `${prefix}${person}`, state, run: JSON.stringify(run) }),
    version: { N: String(version) },
  };
  const write = put(trail, item, {
    ConditionExpression: seen ? 'version = :seen' : 'attribute_not_exists(sk)',
    ...(seen && { ExpressionAttributeValues: { ':seen': { N: String(seen.version) } } }),
  });
  const isKept = await unlessRefused(change(trail, write, ...writes));
  return isKept ? { ...forgetting, version } : null;
}
