import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  DeleteUserPoolDomainCommand,
  DescribeUserPoolCommand,
  ResourceNotFoundException as NoSuchPool,
  paginateListUserPools,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException as NoSuchTable,
  UpdateTableCommand,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** What outlives a stack, and can be deleted for good. */
export interface KeptResources {
  /** About how many items it holds (AWS counts every six hours); null where there is no such table. */
  tableItems(name: string): Promise<number | null>;
  /** Lifts its protection and deletes it; one that is not there is fine. */
  deleteTable(name: string): Promise<void>;
  /**
   * The ids of our pools of this name: a name is not unique, and anybody may call a pool so. Ours have
   * the tag `service` that every resource of the stack has.
   */
  poolsCalled(name: string): Promise<string[]>;
  /** About how many users it has; null where there is no such pool. */
  poolUsers(id: string): Promise<number | null>;
  /** Lifts its protection and deletes it with its users; one that is not there is fine. */
  deletePool(id: string): Promise<void>;
  close(): void;
}

export function keptResources(
  times: CallTimes,
  { region }: { region?: string | undefined } = {},
): KeptResources {
  const settings = { ...(region && { region }), ...callTimes(times) };
  const tables = new DynamoDBClient(settings);
  const pools = new CognitoIdentityProviderClient(settings);
  return {
    tableItems: async (TableName) =>
      (await describeTable(tables, TableName))?.Table?.ItemCount ?? null,
    deleteTable: (name) => deleteTable(tables, name),
    poolsCalled: (name) => poolsCalled(pools, name),
    poolUsers: async (id) => {
      const found = await describePool(pools, id);
      return found ? (found.EstimatedNumberOfUsers ?? 0) : null;
    },
    deletePool: (id) => deletePool(pools, id),
    close: () => {
      tables.destroy();
      pools.destroy();
    },
  };
}

const describeTable = (client: DynamoDBClient, TableName: string) =>
  unless(NoSuchTable, client.send(new DescribeTableCommand({ TableName })));

async function deleteTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const found = (await describeTable(client, TableName))?.Table;
  if (!found) return;
  if (found.TableStatus !== 'DELETING') {
    if (found.DeletionProtectionEnabled) {
      await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    }
    await unless(NoSuchTable, client.send(new DeleteTableCommand({ TableName })));
  }
  await waitUntilTableNotExists({ client, maxWaitTime: 600, minDelay: 1 }, { TableName });
}

async function poolsCalled(client: CognitoIdentityProviderClient, name: string): Promise<string[]> {
  const called: string[] = [];
  for await (const page of paginateListUserPools({ client, pageSize: 60 }, { MaxResults: 60 })) {
    for (const { Id, Name } of page.UserPools ?? []) if (Id && Name === name) called.push(Id);
  }
  const pools = await Promise.all(called.map((id) => describePool(client, id)));
  return called.filter((_, at) => pools[at]?.UserPoolTags?.service === 'postrider');
}

async function describePool(client: CognitoIdentityProviderClient, UserPoolId: string) {
  const found = await unless(NoSuchPool, client.send(new DescribeUserPoolCommand({ UserPoolId })));
  return found?.UserPool ?? null;
}

/** A pool with a domain cannot be deleted, nor one that is protected. */
async function deletePool(client: CognitoIdentityProviderClient, UserPoolId: string) {
  const pool = await describePool(client, UserPoolId);
  if (!pool) return;
  if (pool.DeletionProtection === 'ACTIVE') {
    await client.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: 'INACTIVE' }));
  }
  for (const Domain of [pool.Domain, pool.CustomDomain]) {
    if (Domain) await client.send(new DeleteUserPoolDomainCommand({ UserPoolId, Domain }));
  }
  await unless(NoSuchPool, client.send(new DeleteUserPoolCommand({ UserPoolId })));
}

async function unless<T>(
  gone: typeof NoSuchTable | typeof NoSuchPool,
  answer: Promise<T>,
): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof gone) return null;
    throw error;
  }
}
