import {
  CognitoIdentityProviderClient,
  DeleteUserPoolCommand,
  DeleteUserPoolDomainCommand,
  DescribeUserPoolCommand,
  paginateListUserPools,
  UpdateUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, clientSettings, nullIf } from './client.ts';

/** The tables and user pools that AWS keeps when a stack is removed: counts them, and deletes them permanently. */
export type KeptResources = ReturnType<typeof keptResources>;

export function keptResources(times: CallTimes, place: ClientPlace = {}) {
  const settings = clientSettings(times, place);
  const tables = new DynamoDBClient(settings);
  const pools = new CognitoIdentityProviderClient(settings);
  return {
    /** About how many items the table holds (AWS counts every six hours); null if there is no such table. */
    tableItems: async (name: string) => (await describeTable(tables, name))?.ItemCount ?? null,
    deleteTable: (name: string) => deleteTable(tables, name),
    poolsNamed: (name: string) => poolsNamed(pools, name),
    poolUsers: async (id: string) => {
      const found = await describePool(pools, id);
      return found && (found.EstimatedNumberOfUsers ?? 0);
    },
    deletePool: (id: string) => deletePool(pools, id),
  };
}

const ifThere = <T>(answer: Promise<T>) => nullIf('ResourceNotFoundException', answer);

async function describeTable(client: DynamoDBClient, TableName: string) {
  return (await ifThere(client.send(new DescribeTableCommand({ TableName }))))?.Table ?? null;
}

/** Switches the table's deletion protection off and deletes the table. Succeeds if it does not exist. */
async function deleteTable(client: DynamoDBClient, TableName: string): Promise<void> {
  const found = await describeTable(client, TableName);
  if (!found) return;
  if (found.TableStatus !== 'DELETING') {
    if (found.DeletionProtectionEnabled) {
      await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    }
    await ifThere(client.send(new DeleteTableCommand({ TableName })));
  }
  await waitUntilTableNotExists({ client, maxWaitTime: 600, minDelay: 1 }, { TableName });
}

/** The ids of the user pools with this name and the tag `service` that every resource of the stack has. */
async function poolsNamed(client: CognitoIdentityProviderClient, name: string): Promise<string[]> {
  const named: string[] = [];
  for await (const page of paginateListUserPools({ client, pageSize: 60 }, { MaxResults: 60 })) {
    for (const { Id, Name } of page.UserPools ?? []) if (Id && Name === name) named.push(Id);
  }
  const pools = await Promise.all(named.map((id) => describePool(client, id)));
  return named.filter((_, at) => pools[at]?.UserPoolTags?.service === 'postrider');
}

async function describePool(client: CognitoIdentityProviderClient, UserPoolId: string) {
  return (
    (await ifThere(client.send(new DescribeUserPoolCommand({ UserPoolId }))))?.UserPool ?? null
  );
}

/** Deletes the pool with its users, after the protection and the domains with which Cognito refuses that. */
async function deletePool(client: CognitoIdentityProviderClient, UserPoolId: string) {
  const pool = await describePool(client, UserPoolId);
  if (!pool) return;
  if (pool.DeletionProtection === 'ACTIVE') {
    await client.send(new UpdateUserPoolCommand({ UserPoolId, DeletionProtection: 'INACTIVE' }));
  }
  for (const Domain of [pool.Domain, pool.CustomDomain]) {
    if (Domain) await client.send(new DeleteUserPoolDomainCommand({ UserPoolId, Domain }));
  }
  await ifThere(client.send(new DeleteUserPoolCommand({ UserPoolId })));
}
