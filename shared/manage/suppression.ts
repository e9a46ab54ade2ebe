import { readForgottenKey } from '../adapters/tables/account-people.ts';
import { readClaimAndSuppressed } from '../adapters/tables/messages-table.ts';
import {
  listSuppressed,
  readSuppressed,
  suppress,
  unsuppress,
} from '../adapters/tables/suppression-table.ts';
import {
  forgottenEntry,
  isForgottenEntry,
  type Suppression,
  type SuppressionReason,
  suppressionAddress,
} from '../message/suppression.ts';
import { personOf } from '../people/person.ts';
import { addressProblem, checkAddress } from './address.ts';
import { ManageError, type ManageProblem } from './manage-error.ts';
import { nameProblem } from './name.ts';
import { inParallel } from './parallel.ts';
import type { ManagePorts } from './ports.ts';
import { personTarget, recorded, type TrailPorts } from './trail/recorded.ts';

type SuppressionPorts = Pick<ManagePorts, 'messages'> & TrailPorts;

export interface SuppressionList {
  /** In alphabetical order. */
  suppressions: Suppression[];
  /** Null at the end. */
  nextCursor: string | null;
}

export interface SuppressionQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
  search?: string | undefined;
  reason?: SuppressionReason | undefined;
}

/**
 * One page of the addresses that an account sends nothing to; `limit` is 100 by default. A `search` keeps those that
 * contain the text, in any case, and a `reason` those with it, among 1,000 addresses.
 *
 * @throws {ManageError} for an invalid cursor
 */
export async function listSuppressions(
  { messages }: Pick<ManagePorts, 'messages'>,
  accountId: string,
  { cursor, limit, search = '', reason }: SuppressionQuery = {},
): Promise<SuppressionList> {
  const page = await listSuppressed(messages, accountId, {
    after: cursor === undefined || isForgottenEntry(cursor) ? cursor : checkAddress(cursor),
    limit,
    part: search.trim().toLowerCase(),
    reason,
  });
  return { suppressions: page.suppressions, nextCursor: page.next };
}

/**
 * Adds an address, so that the account sends nothing more to it. An entry of the list stays as it is, and `changed` is
 * false. `reason` is an operator's note.
 *
 * @throws {ManageError} for an invalid address or note
 */
export async function addSuppression(
  ports: SuppressionPorts,
  accountId: string,
  { address, reason }: { address: string; reason?: string | undefined },
): Promise<{ suppression: Suppression; changed: boolean }> {
  const { messages, now } = ports;
  const problems = [addressProblem(address), noteProblem(reason)].filter((each) => each !== null);
  if (problems.length > 0) {
    throw new ManageError(problems.map(({ message }) => message).join('; '), problems);
  }
  const suppression: Suppression = {
    address: suppressionAddress(checkAddress(address)),
    reason: 'manual',
    at: now().toISOString(),
    detail: reason?.trim() ?? null,
    messageId: null,
  };
  const person = await personTarget(ports, accountId, suppression.address);
  const change = recorded(ports, accountId, 'suppression.added', person);
  if (await suppress(messages, accountId, suppression, change))
    return { suppression, changed: true };
  const there = await readSuppressed(messages, accountId, suppression.address);
  // The table refused a retry whose first try had written this entry, but whose answer was lost.
  const changed = there?.at === suppression.at && there.reason === 'manual';
  return { suppression: there ?? suppression, changed };
}

export interface AddedSuppressions {
  added: number;
  /** Addresses that were on the list already: their entries stay as they are. */
  known: number;
  /** `index` is the place in the given list. */
  refused: { index: number; detail: string }[];
}

/** Adds each address that is one, like `addSuppression`, and says what is wrong with the others. */
export async function addSuppressions(
  ports: SuppressionPorts,
  accountId: string,
  entries: readonly { address: string; reason?: string | undefined }[],
): Promise<AddedSuppressions> {
  const refused: AddedSuppressions['refused'] = [];
  const outcomes = await inParallel([...entries.entries()], async ([index, entry]) => {
    try {
      return (await addSuppression(ports, accountId, entry)).changed;
    } catch (error) {
      if (!(error instanceof ManageError)) throw error;
      refused.push({ index, detail: error.message });
      return null;
    }
  });
  return {
    added: outcomes.filter((changed) => changed === true).length,
    known: outcomes.filter((changed) => changed === false).length,
    refused: refused.sort((one, other) => one.index - other.index),
  };
}

/** An address in the form that SES uses, and its entry in the list. @throws {ManageError} for an invalid address */
export async function showRecipient(
  { accounts, messages }: Pick<ManagePorts, 'accounts' | 'messages'>,
  accountId: string,
  address: string,
): Promise<{ address: string; suppression: Suppression | null }> {
  const checked = checkAddress(address);
  const personKey = await readForgottenKey(accounts, accountId);
  const more = { isConsistent: true, personKey };
  const known = await readClaimAndSuppressed(messages, accountId, null, [checked], more);
  return { address: checked, suppression: known.suppressed[0] ?? null };
}

/**
 * Removes an address, also that of a forgotten person; `changed` is false if it was not on the list.
 *
 * @throws {ManageError} for an invalid address
 */
export async function removeSuppression(
  ports: SuppressionPorts & Pick<ManagePorts, 'accounts'>,
  accountId: string,
  address: string,
): Promise<{ address: string; changed: boolean }> {
  const { accounts, messages } = ports;
  const suppressed = suppressionAddress(checkAddress(address));
  const personKey = await readForgottenKey(accounts, accountId);
  const forgotten = personKey ? [forgottenEntry(personOf(personKey, suppressed))] : [];
  const person = await personTarget(ports, accountId, suppressed);
  const change = recorded(ports, accountId, 'suppression.removed', person);
  const changed = await unsuppress(messages, accountId, [suppressed, ...forgotten], change);
  return { address: suppressed, changed };
}

function noteProblem(note: string | undefined): ManageProblem | null {
  const problem = note === undefined ? null : nameProblem(note);
  return problem === null
    ? null
    : { code: 'bad-name', field: 'note', message: `The reason ${problem}` };
}
