import { randomBytes } from 'node:crypto';
import { authorize } from '../../../../functions/authorizer/run.ts';
import { pushDemoTemplates } from '../../../../local/demo/demo-templates.ts';
import type { Stops } from '../../../../local/stops.ts';
import type { Table } from '../../../../shared/adapters/tables/dynamodb.ts';
import { putKey, readKey } from '../../../../shared/adapters/tables/keys-table.ts';
import { hashApiKey, hintOf, mintApiKey } from '../../../../shared/keys/api-key.ts';
import { type CallCounter, startCallCounter } from '../count-calls.ts';
import { accountId } from '../fill-messages.ts';
import { accountsName, startServiceTables, tablesClient } from '../tables.ts';

/** An account with a key and the demo's templates, whose calls to the tables are counted. */
export interface World {
  accounts: Table;
  keys: Table;
  templates: Table;
  messages: Table;
  caller: { accountId: string; keyId: string };
  /** What API Gateway asks before each request. */
  authorize: () => Promise<unknown>;
  during: CallCounter['during'];
}

export async function openWorld(stops: Stops): Promise<World> {
  const { endpoint } = await startServiceTables(stops);
  const counter = stops.add(await startCallCounter(endpoint), ({ stop }) => stop());
  const client = tablesClient(counter.endpoint, stops);
  const table = (name: string): Table => ({ client, name });
  const [keys, templates, messages] = [table('Keys'), table('Templates'), table('Messages')];
  const accounts = table(accountsName);
  const secret = mintApiKey(randomBytes);
  await putKey(keys, {
    keyHash: hashApiKey(secret),
    keyId: 'key_bench',
    accountId,
    name: 'bench',
    hint: hintOf(secret),
    status: 'active',
    createdAt: new Date().toISOString(),
    usageIdentifierKey: 'usage-identifier-key',
  });
  await pushDemoTemplates({ templates, now: () => new Date() }, accountId);
  const request = {
    type: 'TOKEN' as const,
    authorizationToken: `Bearer ${secret}`,
    methodArn: '*',
  };
  return {
    accounts,
    keys,
    templates,
    messages,
    caller: { accountId, keyId: 'key_bench' },
    authorize: () => authorize(request, { readKey: (hash) => readKey(keys, hash) }),
    during: counter.during,
  };
}
