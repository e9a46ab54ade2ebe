import { randomUUID } from 'node:crypto';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../../shared/adapters/tables/message-store.ts';
import { recordEvent } from '../../../shared/adapters/tables/messages-table-events.ts';
import { compileFlow } from '../../../shared/engine/flow/compile-flow.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { newMessageId } from '../../../shared/message/new-message-id.ts';
import { accountsName, messagesName, startSizedTables, tablesClient } from '../growth/tables.ts';
import { countUnits, type Units } from './count-units.ts';

export interface SpreadOptions {
  /** How many mails an account of each number of parts sends. */
  mails: number;
}

/** What an account with so many parts took. */
export interface SpreadResult {
  parts: number;
  mails: number;
  /** Of the sends, each with an Idempotency-Key, and of a report on each. */
  sending: Units;
  /** Of the newest page of 50. */
  page: Units;
}

/** Parts that are measured side by side. */
const partsMeasured = [1, 4, 16, 32];

/** Records of a page: what lists have unless told otherwise. */
const pageItems = 50;

/** Sends as many mails for accounts of different numbers of parts, and lists each account's newest. */
export async function measureSpread(
  { mails }: SpreadOptions,
  progress: Progress,
  stops: Stops,
): Promise<SpreadResult[]> {
  const { endpoint } = await startSizedTables({ templates: [], messages: partsMeasured }, stops);
  const results: SpreadResult[] = [];
  for (const parts of partsMeasured) {
    progress.step(`Sending ${mails} mails, spread over ${parts}`);
    const client = tablesClient(endpoint, stops);
    const accounts = { client, name: accountsName };
    const messages = { client, name: messagesName(parts) };
    const accountId = `acc_${parts}`;
    await putAccount(accounts, { ...anAccount, accountId, messageParts: parts });
    const taken = countUnits(client);
    await sendAll({ messages, accountId, parts, mails });
    const sending = taken();
    await listMessages({ accounts, messages, now: () => new Date() }, accountId, {
      limit: pageItems,
    });
    results.push({ parts, mails, sending, page: taken() });
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
      const header = (name: string) => (name === 'idempotency-key' ? `key-${number}` : undefined);
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
      await recordEvent(messages, accountId, messageId, deliveryTo(_to, number));
    },
  );
}

const deliveryTo = (address: string, number: number) => ({
  eventId: randomUUID(),
  sesMessageId: sesMessageIdOf(number),
  state: 'DELIVERED' as const,
  at: new Date().toISOString(),
  addresses: [address],
  category: null,
  reason: null,
});

/** As long as SES's own. */
const sesMessageIdOf = (number: number) =>
  `0100019a1b2c3d4e-12345678-90ab-cdef-1234-${String(number).padStart(12, '0')}-000000`;

/** As in the function's handler, with a template that is loaded already and an SES that accepts everything. */
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
    { mailboxProblem: () => null },
  );
  let sent = 0;
  return {
    loadTemplate: async () => ({ revision: 1, compiled, plan }),
    senderProblem: () => null,
    lookupDomain: () => Promise.reject(new Error('This flow looks no domain up')),
    sendMail: async () => ({ outcome: 'sent', messageId: sesMessageIdOf(sent++) }),
    store: messageStore(messages),
    retentionDays: 30,
    suppression: true,
    newMessageId,
    newOwner: randomUUID,
    epochMs: Date.now,
    now: () => performance.now(),
    deadline: { leftMs: () => 10_000 },
  };
}
