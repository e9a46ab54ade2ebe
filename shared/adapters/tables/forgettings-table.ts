import type { Progress, WalkPlace } from '../../people/person-data.ts';
import { text, textItem } from './attributes.ts';
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
  /** How often it was kept: a write of another process in between is noticed. */
  version: number;
}

const prefix = 'F#';

const itemKey = (accountId: string, person: string) =>
  textItem({ accountId, sk: `${prefix}${person}` });

/** The forgetting of a person, also one that is done; null if there was none. Strongly consistent. */
export async function readForgetting(
  trail: Table,
  accountId: string,
  person: string,
): Promise<Forgetting | null> {
  const item = await getItem(trail, itemKey(accountId, person));
  return item ? JSON.parse(text(item, 'run')) : null;
}

/** What stands for the people whom an account has forgotten. */
export async function listForgotten(trail: Table, accountId: string): Promise<string[]> {
  const items = await itemsOf(trail, accountId, prefix);
  return items.map((item) => text(item, 'sk').slice(prefix.length));
}

/** Keeps a forgetting, and returns it as it is kept: as another process changed it, if one did meanwhile. */
export async function keepForgetting(
  trail: Table,
  accountId: string,
  { version, ...run }: Forgetting,
  change: Change,
): Promise<Forgetting> {
  const Key = itemKey(accountId, run.found.person);
  const kept = { ...run, version: version + 1 };
  const item = { ...Key, version: { N: `${kept.version}` }, run: { S: JSON.stringify(kept) } };
  const write = put(trail, item, {
    ConditionExpression: 'attribute_not_exists(sk) OR version = :seen',
    ExpressionAttributeValues: { ':seen': { N: `${version}` } },
  });
  if (await unlessRefused(change(trail, write))) return kept;
  return (await readForgetting(trail, accountId, run.found.person)) ?? kept;
}
