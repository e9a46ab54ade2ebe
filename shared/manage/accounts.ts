import { isDeepStrictEqual } from 'node:util';
import {
  createGatewayKey,
  deleteGatewayKey,
  gatewayKeyOf,
  joinPlan,
} from '../adapters/api-gateway-keys.ts';
import { newPersonKey } from '../adapters/tables/account-people.ts';
import {
  type AccountRecord,
  deleteAccount,
  listAccounts as listRecords,
  noApprovals,
  putAccount,
  readAccount,
  readSomeAccounts,
  writeAccount,
} from '../adapters/tables/accounts-table.ts';
import type { Change } from '../adapters/tables/change.ts';
import type { TrailAction } from '../engine/trail-actions.ts';
import { mintAccountId, mintUsageIdentifierKey } from '../keys/ids.ts';
import { shownSending } from '../message/account-sending.ts';
import { type Plan, plans } from '../plans.ts';
import { ManageError } from './manage-error.ts';
import { checkName } from './name.ts';
import { inParallel } from './parallel.ts';
import type { ManagePorts } from './ports.ts';
import { removeTenant, setUpTenant } from './tenants.ts';
import { beforeAfter, recorded, type TrailPorts } from './trail/recorded.ts';

export interface Account
  extends Pick<AccountRecord, 'accountId' | 'name' | 'plan' | 'createdAt'>,
    ReturnType<typeof shownSending> {
  requestsPerMinute: number;
  /** The parts that hold its messages: a page of them takes one Query each. */
  messageParts: number;
}

/** An account to create under the id that it had. */
export interface RestoredAccount
  extends Omit<Account, 'requestsPerMinute' | keyof ReturnType<typeof shownSending>> {
  seeds?: readonly string[] | undefined;
  personKey?: string | undefined;
  forgets?: boolean | undefined;
}

type AccountPorts = Pick<ManagePorts, 'accounts'> & TrailPorts;

type AccountAction = TrailAction & `account.${'created' | 'changed' | 'deleted' | 'imported'}`;

type AccountAbout = Pick<
  AccountRecord,
  'accountId' | 'name' | 'plan' | 'seeds' | 'approvals' | 'personKey'
>;

/** Makes a change of an account, or its record, with the entry in the trail. `before` is null for a new account. */
export function accountChange(
  ports: TrailPorts,
  action: AccountAction,
  before: AccountAbout | null,
  after: AccountAbout | null,
): Change {
  const shown = (record: AccountAbout | null) =>
    record && {
      ...{ name: record.name, plan: record.plan, seeds: record.seeds?.length },
      approvals: record.approvals?.required,
      trustCli: record.approvals?.trustCli,
    };
  const { accountId, personKey } = (before ?? after) as AccountAbout;
  const target = `account:${accountId}`;
  const change = beforeAfter(shown(before), shown(after));
  return recorded(ports, accountId, action, target, change, { personKey });
}

/** Creates an account: its API Gateway key, the key's plan and the record. If a step fails, undoes the others. */
export async function createAccount(
  ports: ManagePorts,
  { name, plan }: { name: string; plan: Plan },
): Promise<Account> {
  const accountId = mintAccountId(ports.randomBytes);
  const createdAt = ports.now().toISOString();
  const account = { accountId, name: checkName(name), plan, messageParts: 1, createdAt };
  return establish(ports, account, 'account.created');
}

/** Creates an account from an export under its old id, which no account may have, with a new API Gateway key. */
export function restoreAccount(ports: ManagePorts, account: RestoredAccount): Promise<Account> {
  return establish(ports, { ...account, name: checkName(account.name) }, 'account.imported');
}

async function establish(
  ports: ManagePorts,
  { plan, messageParts, personKey = newPersonKey(), ...given }: RestoredAccount,
  action: 'account.created' | 'account.imported',
): Promise<Account> {
  const usageIdentifierKey = mintUsageIdentifierKey(ports.randomBytes);
  const spread = messageParts > 1 ? { messageParts } : {};
  const account = { ...given, ...spread, plan, usageIdentifierKey, personKey };
  const change = accountChange(ports, action, null, account);
  const gatewayKeyId = await createGatewayKey(ports.usagePlans, gatewayKeyOf(account));
  try {
    await joinPlan(ports.usagePlans, gatewayKeyId, plan);
    if (ports.tenants) await setUpTenant(ports.tenants, account.accountId);
    await putAccount(ports.accounts, { ...account, gatewayKeyId }, change);
  } catch (fault) {
    await undoCreation(ports, { ...account, gatewayKeyId }, fault);
    throw fault;
  }
  return toAccount({ ...account, gatewayKeyId });
}

/** Every account, oldest first. */
export async function listAccounts({
  accounts,
}: Pick<ManagePorts, 'accounts'>): Promise<Account[]> {
  return (await listRecords(accounts)).map(toAccount);
}

/** The accounts with these ids that still exist. */
export async function readAccounts(
  { accounts }: Pick<ManagePorts, 'accounts'>,
  accountIds: readonly string[],
): Promise<Account[]> {
  const records = await inParallel(accountIds, (accountId) => readAccount(accounts, accountId));
  return records.flatMap((record) => (record ? toAccount(record) : []));
}

/** @throws {ManageError} for an unknown account */
export async function showAccount(
  ports: Pick<ManagePorts, 'accounts'>,
  accountId: string,
): Promise<Account> {
  return toAccount(await accountRecord(ports, accountId));
}

/** Changes fields of an account, unless they are the same. Throws a `ManageError` for an unknown account and an invalid name. */
export async function changeAccount(
  ports: AccountPorts,
  accountId: string,
  { name: given, ...others }: Partial<Pick<AccountRecord, 'name' | 'seeds' | 'approvals'>>,
): Promise<Account> {
  const before = await accountRecord(ports, accountId);
  const fields = given === undefined ? others : { ...others, name: checkName(given) };
  const { name, seeds = [], approvals = noApprovals } = before;
  const shown = { name, seeds, approvals };
  if (!isDeepStrictEqual(shown, { ...shown, ...fields })) {
    const change = accountChange(ports, 'account.changed', before, { ...before, ...fields });
    await writeAccount(ports.accounts, accountId, fields, change);
  }
  return toAccount({ ...before, ...fields });
}

/** @throws {ManageError} for an unknown account */
export async function accountRecord(
  { accounts }: Pick<ManagePorts, 'accounts'>,
  accountId: string,
): Promise<AccountRecord> {
  const record = await readAccount(accounts, accountId);
  if (record) return record;
  throw new ManageError(`There is no account ${accountId}`, [], {
    code: 'unknown',
    hint: 'account list shows every account',
  });
}

/** The id of the given account, by default of the only one. */
export async function chosenAccount(ports: ManagePorts, accountId?: string): Promise<string> {
  if (accountId !== undefined) return (await accountRecord(ports, accountId)).accountId;
  const [first, second] = await readSomeAccounts(ports.accounts);
  if (!first) throw new ManageError('There is no account yet: create one with account create');
  if (!second) return first.accountId;
  throw new ManageError(
    'There are several accounts: name one with --account or in POSTRIDER_ACCOUNT; account list shows them',
  );
}

/** Deletes the record too: a write whose answer was lost may have been applied. */
async function undoCreation(
  ports: ManagePorts,
  record: AccountRecord,
  fault: unknown,
): Promise<void> {
  const { accounts, usagePlans, tenants } = ports;
  const { accountId, gatewayKeyId } = record;
  try {
    const there = await readAccount(accounts, accountId);
    if (there?.gatewayKeyId === gatewayKeyId) {
      await deleteAccount(
        accounts,
        accountId,
        accountChange(ports, 'account.deleted', record, null),
      );
    }
    if (tenants && !(await readAccount(accounts, accountId)))
      await removeTenant(tenants, accountId);
    await deleteGatewayKey(usagePlans, gatewayKeyId);
  } catch {
    throw new ManageError(
      `Creating the account ${accountId} failed, and so did undoing it: delete the API Gateway key ${gatewayKeyId} by hand`,
      [],
      { cause: fault },
    );
  }
}

export function toAccount(record: AccountRecord): Account {
  const { accountId, name, plan, messageParts = 1, createdAt, sending } = record;
  const { requestsPerMinute } = plans[plan];
  const account = { accountId, name, plan, requestsPerMinute, messageParts, createdAt };
  return { ...account, ...shownSending(sending) };
}
