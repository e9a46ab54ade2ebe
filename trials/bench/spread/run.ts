import { randomUUID } from 'node:crypto';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { recordEvent } from '../../../shared/adapters/tables/messages-table-events.ts';
import { compileFlow } from '../../../shared/engine/flow/compile-flow.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { compileUnsubscribe } from '../../../shared/manage/templates/compile-unsubscribe.ts';
import { idempotencyHeader } from '../../../shared/message/idempotency-key.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { tableNames } from '../../harness/table-names.ts';
import { schemaOf, startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import { type Calls, startCallCounter } from '../growth/count-calls.ts';
import { executePorts, newSesMessageId } from '../growth/ports.ts';

/** The calls of an account whose messages are spread over this many parts. */
export interface SpreadResult {
  parts: number;
  mails: number;
  /** The calls of its sends, each with an Idempotency-Key, and of a report on each. */
  sending: Calls;
  /** The calls of the newest page of 50. */
  page: Calls;
}

/** The numbers of parts that are compared. */
const partsMeasured = [1, 4, 16, 32];

/** Records on a page: the default of the lists. */
const pageItems = 50;

/** Sends the mails from each of several accounts with different numbers of parts, and lists its newest messages. */
export async function measureSpread(
  mails: number,
  progress: Progress,
  stops: Stops,
): Promise<SpreadResult[]> {
  const nameOf = (parts: number) => `${tableNames.messages}-${parts}`;
  const endpoint = await startOwnTables(stops, [
    schemaOf('accounts'),
    ...partsMeasured.map((parts) => schemaOf('messages', nameOf(parts))),
  ]);
  const counter = stops.add(await startCallCounter(endpoint), ({ stop }) => stop());
  const client = tablesClient(counter.endpoint, stops);
  const { accounts } = tablesBy(client);
  const results: SpreadResult[] = [];
  for (const parts of partsMeasured) {
    progress.step(`Sending ${mails} mails from an account with ${parts} parts`);
    const messages = { client, name: nameOf(parts) };
    const accountId = `acc_${parts}`;
    await putAccount(accounts, { ...anAccount, accountId, messageParts: parts });
    const sending = await counter.during(() => sendAll({ messages, accountId, parts, mails }));
    const ports = { accounts, messages, now: () => new Date() };
    const page = await counter.during(() => listMessages(ports, accountId, { limit: pageItems }));
    results.push({ parts, mails, sending, page });
  }
  return results;
}

const anAccount = {
  name: 'Bench',
  plan: 'team' as const,
  gatewayKeyId: 'gateway_bench',
  usageIdentifierKey: 'a'.repeat(40),
  createdAt: '2026-05-01T10:00:00.000Z',
};

interface Sender {
  messages: Table;
  accountId: string;
  parts: number;
  mails: number;
}

async function sendAll({ messages, accountId, parts, mails }: Sender): Promise<void> {
  const ports = await portsOf(messages);
  const caller = { accountId, keyId: 'key_bench', messageParts: parts };
  await inParallel(
    Array.from({ length: mails }, (_, number) => number),
    async (number) => {
      const _to = `reader${number}@example.com`;
      const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to };
      const header = (name: string) => (name === idempotencyHeader ? `key-${number}` : undefined);
      let messageId = '';
      await execute(
        body,
        caller,
        { requestId: `request-${number}`, body, header },
        {
          ...ports,
          newMessageId: (nowMs, count) => {
            messageId = newMessageId(nowMs, count);
            return messageId;
          },
        },
      );
      await recordEvent(messages, accountId, messageId, deliveryTo(_to));
    },
  );
}

const deliveryTo = (address: string) => ({
  eventId: randomUUID(),
  sesMessageId: newSesMessageId(),
  state: 'DELIVERED' as const,
  at: new Date().toISOString(),
  addresses: [address],
  category: null,
  reason: null,
});

/** The ports of execute with a template that is already loaded. */
async function portsOf(messages: Table): Promise<ExecutePorts> {
  const compiled = compileTemplate({ subject: 'Welcome', html: '<p>{{name}}</p>', text: 'Hi' });
  const plan = await compileFlow(
    {
      nodes: [
        { id: 'mail', type: 'template' },
        { id: 'send', type: 'provider', provider: 'ses', from: 'zoe@example.com' },
      ],
      edges: [{ from: 'mail', to: 'send' }],
    },
    { mailboxProblem: () => null, compileUnsubscribe },
  );
  return executePorts(async () => ({ revision: 1, compiled, plan, copies: null }), messages);
}
