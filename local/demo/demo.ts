import {
  type AccountRecord,
  listAccounts,
  readAccount,
} from '../../shared/adapters/tables/accounts-table.ts';
import { readKey } from '../../shared/adapters/tables/keys-table.ts';
import { hashApiKey } from '../../shared/keys/api-key.ts';
import { createAccount } from '../../shared/manage/accounts.ts';
import { createKey } from '../../shared/manage/keys.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { ApiKeys } from '../control-plane/api-keys.ts';
import type { Deployment } from '../deployment-file.ts';
import { Failure } from '../failure.ts';
import { fitDemoSenders } from './demo-senders.ts';
import { pushDemoTemplates } from './demo-templates.ts';
import { managePorts, type Servers } from './manage-ports.ts';

const demoName = 'Demo';

export interface DemoOptions {
  servers: Servers;
  /** What the run before this one wrote, if it did. */
  previous: Deployment | undefined;
  keys: ApiKeys;
  /** What flows may send from in this run; `*` is any. */
  senders: readonly string[];
  /** Told what a person should know, in one line. */
  note: (line: string) => void;
}

/** The demo account and a secret that works for it. */
export type Demo = Pick<Deployment, 'accountId' | 'apiKey'>;

/**
 * The demo account with its key: those of the run before, where they still work, else made anew,
 * with the project's templates.
 *
 * Throws a `Failure` when a template of the project is wrong, or a record in the tables.
 */
export async function ensureDemo({
  servers,
  previous,
  keys,
  senders,
  note,
}: DemoOptions): Promise<Demo> {
  const { ports, close } = managePorts(servers);
  try {
    await restoreGatewayKeys(ports, keys);
    const before = await stillThere(ports, previous);
    if (!before) return await makeDemo(ports, senders);
    await fitDemoSenders(ports, before.accountId, senders, note);
    return before;
  } catch (error) {
    if (error instanceof ManageError) throw new Failure(error.message, error);
    throw error;
  } finally {
    close();
  }
}

/**
 * The tables may know accounts whose API Gateway keys the control plane does not: tables of another
 * server, or a state file that was lost. The records have all that is needed to make them again.
 */
async function restoreGatewayKeys(
  { accounts, usagePlans }: ManagePorts,
  keys: ApiKeys,
): Promise<void> {
  for (const record of await listAccounts(accounts)) {
    const { gatewayKeyId: id, usageIdentifierKey: value, accountId, plan } = record;
    keys.restore({ id, value, name: `postrider ${accountId}` }, usagePlans.ids[plan]);
  }
}

/** What the run before wrote, if the account is there and its key was not deleted. */
async function stillThere(
  { accounts, keys }: ManagePorts,
  previous: Deployment | undefined,
): Promise<Demo | undefined> {
  if (!previous) return undefined;
  const { accountId, apiKey } = previous;
  const [account, key] = await Promise.all([
    readAccount(accounts, accountId),
    readKey(keys, hashApiKey(apiKey)),
  ]);
  if (!account || key?.accountId !== accountId || key.status !== 'active') return undefined;
  return { accountId, apiKey };
}

/** An interrupted first start is completed: its account is found, the templates saved again. */
async function makeDemo(ports: ManagePorts, senders: readonly string[]): Promise<Demo> {
  const named = ({ name }: AccountRecord) => name === demoName;
  const found = (await listAccounts(ports.accounts)).find(named);
  const account = found ?? (await createAccount(ports, { name: demoName, plan: 'team' }));
  const { accountId } = account;
  await pushDemoTemplates(ports, accountId, senders);
  const { secret } = await createKey(ports, { accountId, name: 'demo' });
  return { accountId, apiKey: secret };
}
