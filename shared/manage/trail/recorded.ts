import { isDeepStrictEqual } from 'node:util';
import { readPersonKey } from '../../adapters/tables/account-people.ts';
import type { Change } from '../../adapters/tables/change.ts';
import { changeWith, type NewEntry } from '../../adapters/tables/trail-table.ts';
import type { TrailAction, TrailChange } from '../../engine/trail-actions.ts';
import { suppressionAddress } from '../../message/suppression.ts';
import { personOf } from '../../people/person.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';

export type TrailPorts = Pick<ManagePorts, 'trail' | 'now'>;

/** Makes a change of an account together with its entry in the trail. `target`: a kind and an id, `template:welcome`. */
export function recorded<A extends TrailAction>(
  { trail, now }: TrailPorts,
  accountId: string,
  action: A,
  target: string,
  change: TrailChange<A> = {},
  more: Pick<NewEntry<A>, 'personKey' | 'override'> = {},
): Change {
  return changeWith(trail, { accountId, action, target, change, at: now(), ...more });
}

/** Writes an entry of what changes no table: before it is done, so that nothing is done without one. */
export function note<A extends TrailAction>(
  ports: TrailPorts,
  accountId: string,
  action: A,
  target: string,
  change?: TrailChange<A>,
): Promise<void> {
  return recorded(ports, accountId, action, target, change)(ports.trail.table);
}

type Pairs<T> = {
  [Name in keyof T]: [Exclude<T[Name], undefined> | null, Exclude<T[Name], undefined> | null];
};

/** The fields that differ, each before and after; null for what is not there. */
export function beforeAfter<T extends object>(before: T | null, after: T | null) {
  const names = Object.keys(before ?? after ?? {}) as (keyof T)[];
  const pairs = names.map((name) => [name, before?.[name] ?? null, after?.[name] ?? null] as const);
  const differing = pairs.filter(([, old, now]) => !isDeepStrictEqual(old, now));
  return Object.fromEntries(differing.map(([name, ...pair]) => [name, pair])) as unknown as Partial<
    Pairs<T>
  >;
}

/** The target of entries about a recipient, which does not name the address. Throws a `ManageError` without the account. */
export async function personTarget(
  { trail }: TrailPorts,
  accountId: string,
  address: string,
): Promise<string> {
  const key = await readPersonKey(trail.accounts, accountId);
  if (key !== null) return `person:${personOf(key, suppressionAddress(address))}`;
  throw new ManageError(`There is no account ${accountId}`, [], { code: 'unknown' });
}
