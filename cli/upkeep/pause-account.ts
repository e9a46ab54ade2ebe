import type { TenantCalls } from '../../shared/adapters/ses/tenants.ts';
import { writeSending } from '../../shared/adapters/tables/account-sending.ts';
import type { AccountRecord } from '../../shared/adapters/tables/accounts-table.ts';
import { maxReasonCharacters } from '../../shared/engine/limits.ts';
import { accountRecord } from '../../shared/manage/accounts.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { tenancyOf } from '../../shared/manage/tenants.ts';
import { recorded } from '../../shared/manage/trail/recorded.ts';
import type { AccountSending } from '../../shared/message/account-sending.ts';

/** An account and its sending state, and whether this run has changed it. */
export interface Paused {
  account: AccountRecord;
  changed: boolean;
}

/**
 * Stops an account's mails at SES, and records it.
 *
 * @throws {ManageError} without tenants, and for an unknown account or a bad reason
 */
export async function pauseAccount(
  ports: ManagePorts,
  accountId: string,
  reason: string | null,
): Promise<Paused> {
  const { calls } = tenancyOf(ports);
  const account = await accountRecord(ports, accountId);
  if ((reason?.length ?? 0) > maxReasonCharacters) {
    throw new ManageError(`The reason must have at most ${maxReasonCharacters} characters`);
  }
  const { arn, status } = await tenantOf(calls, accountId);
  if (status === 'DISABLED' && account.sending?.state === 'PAUSED')
    return { account, changed: false };
  await calls.setStatus(arn, 'DISABLED');
  return { account: await record(ports, account, 'PAUSED', reason), changed: true };
}

/**
 * Lets SES send an account's mails again, and records it.
 *
 * @throws {ManageError} without tenants, for an unknown account, and if SES does not let it send
 */
export async function resumeAccount(ports: ManagePorts, accountId: string): Promise<Paused> {
  const { calls } = tenancyOf(ports);
  const account = await accountRecord(ports, accountId);
  const { arn, status } = await tenantOf(calls, accountId);
  const isPaused = account.sending?.state === 'PAUSED';
  if (status !== 'DISABLED' && !isPaused) return { account, changed: false };
  const { ses } = await calls.standing(arn);
  await calls.setStatus(arn, ses === 'DISABLED' ? 'REINSTATED' : 'ENABLED');
  if ((await tenantOf(calls, accountId)).status === 'DISABLED') {
    const { cause } = await calls.standing(arn);
    throw new ManageError(`SES does not let ${accountId} send: ${cause ?? 'it gives no reason'}`);
  }
  return {
    account: isPaused ? await record(ports, account, 'ACTIVE', null) : account,
    changed: true,
  };
}

async function tenantOf(calls: TenantCalls, accountId: string) {
  const tenant = await calls.find(accountId);
  if (tenant) return tenant;
  const hint = 'account tenants makes what is missing';
  throw new ManageError(`The account ${accountId} has no tenant at SES`, [], { hint });
}

/** The account with its new state. SES's event may have written the state before, and does not know the reason. */
async function record(
  ports: ManagePorts,
  account: AccountRecord,
  state: AccountSending['state'],
  reason: string | null,
): Promise<AccountRecord> {
  const { accountId, sending: before, personKey } = account;
  const isThere = state === before?.state;
  if (isThere && before.reason === reason) return account;
  const now: AccountSending = { state, by: 'operator', at: ports.now().toISOString(), reason };
  const next = isThere ? { ...before, reason } : now;
  const action = state === 'PAUSED' ? 'account.paused' : 'account.resumed';
  const change = recorded(ports, accountId, action, `account:${accountId}`, {}, { personKey });
  if (await writeSending(ports.accounts, accountId, { before, next }, change)) {
    return { ...account, sending: next };
  }
  return record(ports, await accountRecord(ports, accountId), state, reason);
}
