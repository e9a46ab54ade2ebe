import {
  type AccountRecord,
  listAccounts,
  readAccount,
} from '../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { readKey } from '../../shared/adapters/tables/keys-table.ts';
import { readHead } from '../../shared/adapters/tables/templates-table.ts';
import { hashApiKey } from '../../shared/keys/api-key.ts';
import { accountRecord, createAccount } from '../../shared/manage/accounts.ts';
import { createKey } from '../../shared/manage/keys.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { ApiKeys } from '../control-plane/api-keys.ts';
import type { Deployment } from '../deployment-file.ts';
import { Failure } from '../failure.ts';
import { fillDemo } from './data/fill-demo.ts';
import { dayMs, demoDays } from './data/plan.ts';
import { bouncing } from './data/shop-templates.ts';
import { fitDemoSenders } from './demo-senders.ts';
import { pushDemoTemplates } from './demo-templates.ts';
import { managePorts, type Servers } from './manage-ports.ts';

const demoName = 'Demo';

export interface DemoOptions {
  servers: Servers;
  previous: Deployment | undefined;
  keys: ApiKeys;
  /** The addresses and domains that flows may send from; `*` is any. */
  senders: readonly string[];
  /** The folder of the logs, if the account gets the data of an invented shop, which only a new account can. */
  dataLogs?: string | undefined;
  note: (line: string) => void;
}

/** The id of the demo account, and the secrets of a live and a test key. */
export type Demo = Pick<Deployment, 'accountId' | 'apiKey' | 'testApiKey'>;

type LiveDemo = Omit<Demo, 'testApiKey'>;

/**
 * The demo account with the project's templates and the previous run's keys, or new ones if those no longer work.
 * Throws a `Failure` if a template of the project or a record in the tables is invalid.
 */
export async function ensureDemo({
  servers,
  previous,
  keys,
  senders,
  dataLogs,
  note,
}: DemoOptions): Promise<Demo> {
  const { ports, close } = managePorts(servers);
  try {
    await restoreGatewayKeys(ports, keys);
    const before = await usableDemo(ports, previous);
    if (before) await fitDemoSenders(ports, before.accountId, senders, note);
    const startMs = dataLogs ? ports.now().getTime() - (demoDays + 1) * dayMs : undefined;
    const demo = before ?? (await makeDemo(ports, senders, startMs));
    if (dataLogs) {
      await ensureData(ports, demo.accountId, { senders, logs: dataLogs }, before !== undefined);
    }
    return { ...demo, testApiKey: await testKeyOf(ports, demo, previous?.testApiKey) };
  } catch (error) {
    if (error instanceof ManageError) throw new Failure(error.message, error);
    throw error;
  } finally {
    close();
  }
}

/**
 * Creates, from the accounts' records, the API Gateway keys that the control plane lacks: the tables are another
 * server's, or the control plane's file was deleted.
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

/** The demo of the previous run, if its account exists and its key is still active. */
async function usableDemo(
  { accounts, keys }: ManagePorts,
  previous: Deployment | undefined,
): Promise<LiveDemo | undefined> {
  if (!previous) return undefined;
  const { accountId, apiKey } = previous;
  const [account, isActive] = await Promise.all([
    readAccount(accounts, accountId),
    isActiveKey(keys, accountId, apiKey),
  ]);
  return account && isActive ? { accountId, apiKey } : undefined;
}

async function isActiveKey(keys: Table, accountId: string, secret: string): Promise<boolean> {
  const key = await readKey(keys, hashApiKey(secret));
  return key?.accountId === accountId && key.status === 'active';
}

/** Fills a new demo account, and completes one whose first start was interrupted. */
async function ensureData(
  ports: ManagePorts,
  accountId: string,
  shop: { senders: readonly string[]; logs: string },
  isFilled: boolean,
): Promise<void> {
  const { createdAt } = await accountRecord(ports, accountId);
  const nowMs = Date.parse(createdAt) + (demoDays + 1) * dayMs;
  const hasData = await readHead(ports.templates, accountId, bouncing);
  if (isFilled ? !hasData : nowMs > ports.now().getTime()) {
    throw new Failure(
      '--demo-data fills a new data folder, and this one has a demo account without these data: add --fresh, or name another folder with --data.',
    );
  }
  if (!isFilled) await fillDemo(ports, accountId, { ...shop, nowMs });
}

/** The test key of the previous run if it still works, else a new one. */
async function testKeyOf(
  ports: ManagePorts,
  { accountId }: LiveDemo,
  previous: string | undefined,
): Promise<string> {
  if (previous && (await isActiveKey(ports.keys, accountId, previous))) return previous;
  const { secret } = await createKey(ports, { accountId, name: 'demo test', test: {} });
  return secret;
}

/**
 * Creates the demo account, its templates and its key. Uses a demo account that an interrupted start left. `startMs`:
 * when the account begins; now by default.
 */
async function makeDemo(
  now: ManagePorts,
  senders: readonly string[],
  startMs = now.now().getTime(),
): Promise<LiveDemo> {
  const ports = { ...now, now: () => new Date(startMs) };
  const named = ({ name }: AccountRecord) => name === demoName;
  const found = (await listAccounts(ports.accounts)).find(named);
  const account = found ?? (await createAccount(ports, { name: demoName, plan: 'team' }));
  const { accountId } = account;
  await pushDemoTemplates(ports, accountId, senders);
  const { secret } = await createKey(ports, { accountId, name: 'demo' });
  return { accountId, apiKey: secret };
}
