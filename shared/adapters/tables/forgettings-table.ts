import type { Progress, WalkPlace } from '../../people/person-data.ts';
import { number, text, textItem } from './attributes.ts';
import { type Change, put } from './change.ts';
import { getItem, itemsOf, type Table, unlessRefused } from './dynamodb.ts';

/** The steps of a forgetting in their order. Each is repeated if it was interrupted. */
export const forgetSteps = ['find', 'begin', 'records', 'again', 'rest', 'done'] as const;

/** A forgetting as it is kept, without the address. */
export interface Forgetting {
  /** Whether the person is suppressed afterwards, although they were not before. */
  suppress: boolean;
  step: (typeof forgetSteps)[number];
  /** The step does not begin before, in milliseconds. */
  notBeforeMs: number;
  place: WalkPlace;
  /** What was there before anything was changed. */
  found: Progress;
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
  return item ? { ...JSON.parse(text(item, 'run')), version: number(item, 'version') } : null;
}

/** What stands for the people whom an account has forgotten. */
export async function listForgotten(trail: Table, accountId: string): Promise<string[]> {
  const items = await itemsOf(trail, accountId, prefix);
  return items.map((item) => text(item, 'sk').slice(prefix.length));
}

/** Keeps a forgetting on condition that it is as `seen`. Null if another process changed it. */
export async function keepForgetting(
  trail: Table,
  { accountId, person }: { accountId: string; person: string },
  forgetting: Forgetting,
  seen: StoredForgetting | null,
  change: Change,
): Promise<StoredForgetting | null> {
  const version = (seen?.version ?? 0) + 1;
  const item = {
    ...textItem({ accountId, sk: `${prefix}${person}`, run: JSON.stringify(forgetting) }),
    version: { N: String(version) },
  };
  const write = put(trail, item, {
    ConditionExpression: seen ? 'version = :seen' : 'attribute_not_exists(sk)',
    ...(seen && { ExpressionAttributeValues: { ':seen': { N: String(seen.version) } } }),
  });
  return (await unlessRefused(change(trail, write))) ? { ...forgetting, version } : null;
}
