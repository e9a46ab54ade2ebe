import { randomUUID } from 'node:crypto';
import { authorize } from '../../../functions/authorizer/run.ts';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import { renderStored } from '../../../functions/render/run.ts';
import { pushDemoTemplates } from '../../../local/demo/demo-templates.ts';
import type { Stops } from '../../../local/stops.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { draftLoader, templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { runCheck } from '../../../shared/engine/flow/checks.ts';
import { idempotencyHeader } from '../../../shared/message/idempotency-key.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { writeKey } from '../../harness/accounts.ts';
import {
  type OperatorTables,
  startOwnTables,
  tablesBy,
  tablesClient,
} from '../../harness/tables.ts';
import { type CallCounter, startCallCounter } from './count-calls.ts';

/** An account with a key and the demo's templates, whose calls to the tables are counted. */
export interface CountedAccount extends OperatorTables {
  caller: { accountId: string; keyId: string; messageParts: number };
  /** API Gateway's call of the authorizer before each request. */
  authorize: () => Promise<unknown>;
  during: CallCounter['during'];
}

export type Work = () => Promise<unknown>;

export async function openCountedAccount(stops: Stops): Promise<CountedAccount> {
  const counter = stops.add(await startCallCounter(await startOwnTables(stops)), ({ stop }) =>
    stop(),
  );
  const tables = tablesBy(tablesClient(counter.endpoint, stops));
  const { accounts, keys } = tables;
  const caller = { accountId: 'acc_bench', keyId: 'key_bench', messageParts: 1 };
  await putAccount(
    accounts,
    {
      ...{ accountId: caller.accountId, name: 'Bench', plan: 'team', messageParts: 1 },
      ...{ gatewayKeyId: 'gateway_bench', usageIdentifierKey: 'a'.repeat(40) },
      createdAt: '2026-05-01T10:00:00.000Z',
    },
    alone,
  );
  const secret = await writeKey(keys, caller.accountId, caller.keyId);
  await pushDemoTemplates({ ...tables, now: () => new Date() }, caller.accountId);
  const asked = { type: 'TOKEN', authorizationToken: `Bearer ${secret}`, methodArn: '*' } as const;
  return {
    ...tables,
    caller,
    authorize: () => authorize(asked, { readKey: (hash) => readKey(keys, hash) }),
    during: counter.during,
  };
}

/** A rendering with the account's key. */
export function rendering(account: CountedAccount, templateId: string): Work {
  const { templates } = account;
  const ports = { loadTemplate: templateLoader(templates), loadDraft: draftLoader(templates) };
  return async () => {
    await account.authorize();
    await renderStored({ template_id: templateId, variables }, account.caller, ports);
  };
}

/** With `isKeyed`, each request has a new Idempotency-Key. */
export function executing(
  account: CountedAccount,
  fields: Pick<ExecuteRequest, 'templateId' | '_to' | '_bcc'>,
  isKeyed = false,
): Work {
  const ports = executePorts(templateLoader(account.templates), account.messages);
  const body = { ...fields, variables };
  return async () => {
    const key = isKeyed ? randomUUID() : undefined;
    const header = (name: string) => (name === idempotencyHeader ? key : undefined);
    await account.authorize();
    await execute(body, account.caller, { requestId: randomUUID(), body, header }, ports);
  };
}

/** Values for every template of the demo. */
const variables = { name: 'Ada', order: '1001', items: [], total: '1' };

/** The ports of execute as in its handler, except that no domain is looked up and SES accepts every mail. */
export function executePorts(
  loadTemplate: ExecutePorts['loadTemplate'],
  messages: Table,
): ExecutePorts {
  return {
    loadTemplate,
    senderProblem: () => null,
    runCheck,
    lookupDomain: () => Promise.reject(new Error('No domain is looked up here')),
    sendMail: async () => ({ outcome: 'sent', messageId: newSesMessageId() }),
    store: messageStore(messages),
    retentionDays: 30,
    refusedRetentionDays: 7,
    later: null,
    keepPending: async () => {},
    suppression: true,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs: Date.now,
    now: () => performance.now(),
    deadline: { leftMs: () => 0 },
  };
}

/** An id as long as SES's own. */
const newSesMessageId = () => `0100019a1b2c3d4e-${randomUUID()}-000000`;
