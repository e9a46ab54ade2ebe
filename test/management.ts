import { randomBytes } from 'node:crypto';
import { apiGatewayClient, type UsagePlans } from '../shared/adapters/api-gateway-keys.ts';
import type { CallTimes } from '../shared/adapters/call-times.ts';
import { putAccount } from '../shared/adapters/tables/accounts-table.ts';
import { alone } from '../shared/adapters/tables/change.ts';
import type { Table } from '../shared/adapters/tables/dynamodb.ts';
import type { ManagePorts } from '../shared/manage/ports.ts';
import { type ApiGatewayStub, startApiGatewayStub } from './api-gateway-stub.ts';
import { patient, startTables, type TestTables, tablesOf, testClient } from './dynalite.ts';
import { stoppedAtEnd } from './end-of-file.ts';
import { type Call, type Fate, startFaultProxy } from './fault-proxy.ts';

/** The tables, API Gateway and use cases of an operator, running in this process. */
export interface TestDeployment {
  ports: ManagePorts & { users: Table };
  tables: TestTables;
  gateway: ApiGatewayStub;
  /** Calls `use` with ports whose calls to the tables go through a fault proxy. */
  withFaults: <T>(
    fateOf: (call: Call) => Fate,
    use: (ports: ManagePorts & { users: Table }, calls: Call[]) => Promise<T>,
  ) => Promise<T>;
  stop: () => Promise<void>;
}

/** Writes bare records of accounts with these ids, for tests of what lies in other tables. */
export async function putAccounts(accounts: Table, ...accountIds: string[]): Promise<void> {
  const record = {
    name: 'Acme',
    plan: 'free',
    gatewayKeyId: 'k',
    usageIdentifierKey: 'v',
  } as const;
  const createdAt = '2026-11-01T00:00:00.000Z';
  for (const accountId of accountIds) {
    await putAccount(accounts, { ...record, accountId, createdAt }, alone);
  }
}

export const planIds = { free: 'plan-free', pro: 'plan-pro', team: 'plan-team' };

/** One try only, so that a retry does not hide a fault that a test makes. */
const once: CallTimes = { ...patient, attempts: 1 };

export async function startDeployment(): Promise<TestDeployment> {
  const tables = await startTables();
  const gateway = await startApiGatewayStub();
  const usagePlans: UsagePlans = { client: gatewayClient(gateway.endpoint), ids: planIds };
  const { accounts, keys, templates, messages, users, trail } = tables;
  const ports = {
    accounts,
    keys,
    templates,
    messages,
    users,
    trail,
    usagePlans,
    randomBytes,
    now: () => new Date(0),
  };
  return stoppedAtEnd({
    ports,
    tables,
    gateway,
    withFaults: async (fateOf, use) => {
      const proxy = await startFaultProxy(tables.endpoint, fateOf);
      const client = testClient(proxy.endpoint, once);
      try {
        return await use({ ...ports, ...tablesOf(client) }, proxy.calls);
      } finally {
        client.destroy();
        await proxy.stop();
      }
    },
    stop: async () => {
      usagePlans.client.destroy();
    },
  });
}

function gatewayClient(endpoint: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return apiGatewayClient(once, { endpoint, region: 'us-east-1', credentials });
}
