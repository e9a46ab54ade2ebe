import { isDeepStrictEqual } from 'node:util';
import {
  createGatewayKey,
  deleteGatewayKey,
  isInPlan,
  isUnknownKey,
  joinPlan,
  keysInPlan,
  leavePlan,
} from '../adapters/api-gateway-keys.ts';
import {
  type AccountRecord,
  type Approvals,
  deleteAccount,
  listAccounts as listRecords,
  newPersonKey,
  putAccount,
  readAccount,
  readSomeAccounts,
  writeApprovals,
  writeName,
  writePlan,
  writeSeeds,
} from '../adapters/tables/accounts-table.ts';
import { alone } from '../adapters/tables/change.ts';
import type { TrailAction } from '../engine/trail-actions.ts';
import { mintAccountId, mintUsageIdentifierKey } from '../keys/ids.ts';
import { type Plan, plans } from '../plans.ts';
import { ManageError } from './manage-error.ts';
import { checkName } from './name.ts';
import { inParallel } from './parallel.ts';
import type { ManagePorts } from './ports.ts';
import { beforeAfter, recorded, type TrailPorts } from './trail/recorded.ts';

export interface Account extends Pick<AccountRecord, 'accountId' | 'name' | 'plan' | 'createdAt'> {
  requestsPerMinute: number;
  /** The parts that hold its messages: a page of them takes one Query each. */
  messageParts: number;
}

/** An account to create under the id that it had. */
export interface RestoredAccount extends Omit<Account, 'requestsPerMinute'> {
  seeds?: readonly string[] | undefined;
  personKey?: string | undefined;
  forgets?: boolean | undefined;
}

type AccountPorts = Pick<ManagePorts, 'accounts'> & TrailPorts;

type AccountAction = TrailAction & `account.${'created' | 'changed' | 'deleted' | 'imported'}`;

type AccountAbout = Pick<AccountRecord, 'accountId' | 'name' | 'plan' | 'seeds' | 'approvals'>;

/** The action, the target and the change of an account's entry in the trail. */
export function accountEntry<A extends AccountAction>(
  action: A,
  before: AccountAbout | null,
  after: AccountAbout | null,
) {
  const shown = (record: AccountAbout | null) =>
    record && {
      ...{ name: record.name, plan: record.plan, seeds: record.seeds?.length },
      approvals: record.approvals?.required,
      trustCli: record.approvals?.trustCli,
    };
  const { accountId } = (before ?? after) as AccountAbout;
  return [action, `account:${accountId}`, beforeAfter(shown(before), shown(after))] as const;
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
  const change = recorded(ports, account.accountId, ...accountEntry(action, null, account), {
    personKey,
  });
  const key = gatewayKey(account.accountId, account.usageIdentifierKey);
  const gatewayKeyId = await createGatewayKey(ports.usagePlans, key);
  try {
    await joinPlan(ports.usagePlans, gatewayKeyId, plan);
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

/** Changes the name, which is for people only. Throws a `ManageError` for an unknown account and an invalid name. */
export async function renameAccount(
  ports: AccountPorts,
  accountId: string,
  given: string,
): Promise<Account> {
  const before = await accountRecord(ports, accountId);
  const name = checkName(given);
  if (name !== before.name) {
    const change = recorded(
      ports,
      accountId,
      ...accountEntry('account.changed', before, { ...before, name }),
    );
    await writeName(ports.accounts, accountId, name, change);
  }
  return toAccount({ ...before, name });
}

/** Replaces the addresses of an account's seed list, unless they are the same. Throws like `renameAccount`. */
export async function changeSeeds(
  ports: AccountPorts,
  accountId: string,
  seeds: readonly string[],
): Promise<void> {
  const before = await accountRecord(ports, accountId);
  if (isDeepStrictEqual(before.seeds ?? [], seeds)) return;
  const entry = accountEntry('account.changed', before, { ...before, seeds });
  await writeSeeds(ports.accounts, accountId, seeds, recorded(ports, accountId, ...entry));
}

/** Changes whether another person has to approve what is served. Throws like `renameAccount`. */
export async function changeApprovals(
  ports: AccountPorts,
  accountId: string,
  approvals: Approvals,
): Promise<void> {
  const before = await accountRecord(ports, accountId);
  if (isDeepStrictEqual(before.approvals ?? noApprovals, approvals)) return;
  const entry = accountEntry('account.changed', before, { ...before, approvals });
  const change = recorded(ports, accountId, ...entry);
  await writeApprovals(ports.accounts, accountId, approvals, change);
}

const noApprovals: Approvals = { required: 0, trustCli: false };

/**
 * Moves the API Gateway key of an account to a plan; `changed` is false if it is there. A second call completes an
 * interrupted move, and creates a key that was deleted by hand with the value that every API key of the account holds.
 */
export async function setPlan(
  ports: ManagePorts,
  accountId: string,
  plan: Plan,
): Promise<{ account: Account; changed: boolean }> {
  const record = await accountRecord(ports, accountId);
  const { gatewayKeyId } = record;
  const changed = record.plan !== plan || !(await isInPlan(ports.usagePlans, gatewayKeyId, plan));
  if (changed) {
    for (const other of plansToLeave(record.plan, plan)) {
      await leavePlan(ports.usagePlans, gatewayKeyId, other);
    }
    const joined = await joinWithKey(ports, record, plan);
    // To join the same plan again changes nothing that a person sees.
    const change =
      record.plan === plan
        ? alone
        : recorded(
            ports,
            accountId,
            ...accountEntry('account.changed', record, { ...record, plan }),
          );
    await writePlan(ports.accounts, accountId, { plan, gatewayKeyId: joined }, change);
  }
  return { account: toAccount({ ...record, plan }), changed };
}

/** Adds the missing API Gateway keys of accounts to their plans, for example after a deployment that made new plans. */
export async function restorePlans(ports: ManagePorts): Promise<void> {
  const { accounts, usagePlans } = ports;
  const records = await listRecords(accounts);
  const byPlan = Map.groupBy(records, ({ plan }) => plan);
  for (const [plan, members] of byPlan) {
    const joined = await keysInPlan(usagePlans, plan);
    for (const { accountId, gatewayKeyId } of members) {
      if (!joined.has(gatewayKeyId)) await setPlan(ports, accountId, plan);
    }
  }
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

/** Adds the account's API Gateway key to a plan. Returns its id, a new one if the key had to be created again. */
async function joinWithKey(
  { usagePlans }: Pick<ManagePorts, 'usagePlans'>,
  { accountId, gatewayKeyId, usageIdentifierKey }: AccountRecord,
  plan: Plan,
): Promise<string> {
  try {
    await joinPlan(usagePlans, gatewayKeyId, plan);
    return gatewayKeyId;
  } catch (error) {
    if (!isUnknownKey(error)) throw error;
    const made = await createGatewayKey(usagePlans, gatewayKey(accountId, usageIdentifierKey));
    await joinPlan(usagePlans, made, plan);
    return made;
  }
}

const gatewayKey = (accountId: string, value: string) => ({
  name: `postrider ${accountId}`,
  value,
});

/** The recorded plan comes last: between two plans API Gateway refuses all requests. */
function plansToLeave(current: Plan, next: Plan): Plan[] {
  const rest = (Object.keys(plans) as Plan[]).filter((plan) => plan !== current && plan !== next);
  return current === next ? rest : [...rest, current];
}

/** Deletes the record too: a write whose answer was lost may have been applied. */
async function undoCreation(
  ports: ManagePorts,
  record: AccountRecord,
  fault: unknown,
): Promise<void> {
  const { accounts, usagePlans } = ports;
  const { accountId, gatewayKeyId } = record;
  try {
    const there = await readAccount(accounts, accountId);
    if (there?.gatewayKeyId === gatewayKeyId) {
      const change = recorded(ports, accountId, ...accountEntry('account.deleted', record, null));
      await deleteAccount(accounts, accountId, change);
    }
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
  const { accountId, name, plan, messageParts = 1, createdAt } = record;
  const { requestsPerMinute } = plans[plan];
  return { accountId, name, plan, requestsPerMinute, messageParts, createdAt };
}
