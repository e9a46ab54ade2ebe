import { readPersonKey } from '../../adapters/tables/accounts-table.ts';
import type { Change } from '../../adapters/tables/change.ts';
import { changeWith } from '../../adapters/tables/trail-table.ts';
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
): Change {
  return changeWith(trail, { accountId, action, target, change, at: now() });
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
