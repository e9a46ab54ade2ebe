import { randomUUID } from 'node:crypto';
import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { listSuppressed } from '../../../shared/adapters/tables/suppression-table.ts';
import { showMessage } from '../../../shared/manage/messages/messages.ts';
import { startTables } from '../../dynalite.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { bounce, complaint, type PayloadOptions } from './payloads.ts';

const messageId = '01J4ZC7Q3N8D2V5K6M9R0T1W2X';
const ada = 'ada@example.com';
const bob = 'bob@example.com';

let accountId: string;

const tables = await startTables();

beforeEach(async () => {
  accountId = `acc_${randomUUID()}`;
  const recipients = [
    { address: ada, field: '_to' as const },
    { address: bob, field: '_cc' as const },
  ];
  await beginMessage(tables.messages, aMessage({ accountId, messageId, recipients }));
});

const about = (): PayloadOptions => ({
  tags: { 'postrider-account': [accountId], 'postrider-message': [messageId] },
});
const strangers = (count: number) =>
  Array.from({ length: count }, (_, number) => `stranger-${number}@elsewhere.example`);
const named = (addresses: string[], diagnosticCode = 'smtp; 550 no') =>
  addresses.map((emailAddress) => ({ emailAddress, diagnosticCode }));

/** The function's result: the recipients in the message's reports, their states, and the suppressed addresses. */
async function leftBy(payload: unknown) {
  await applySesEvent(payload, eventPorts({ messages: tables.messages, suppression: true }));
  const { messages } = tables;
  const { record } = await showMessage({ messages, now: () => new Date() }, accountId, messageId);
  const { suppressions } = await listSuppressed(messages, accountId);
  return {
    named: record.events.flatMap(({ addresses }) => addresses),
    states: record.recipients.map(({ state }) => state),
    suppressed: suppressions.map(({ address }) => address),
  };
}

test('a bounce of 500 addresses is kept with 50 of them, and suppresses the one that the mail went to', async () => {
  const addresses = [...strangers(250), ada, ...strangers(499).slice(250)];

  const left = await leftBy(bounce({ recipients: named(addresses) }, about()));

  const named50 = [ada, ...strangers(49)];
  expect(left).toEqual({ named: named50, states: ['BOUNCED', null], suppressed: [ada] });
});

test.each([
  ['a bounce', (addresses: string[]) => bounce({ recipients: named(addresses) }, about())],
  ['a complaint', (addresses: string[]) => complaint('abuse', null, about(), addresses)],
])('%s about 500 strangers, or about nobody, is kept and suppresses nobody', async (_, payload) => {
  const addresses = strangers(500);

  const left = await leftBy(payload(addresses));
  const nobody = await leftBy({ ...payload([]), id: 'event-2' });

  const changesNothing = { named: strangers(50), states: [null, null], suppressed: [] };
  expect([left, nobody]).toEqual([changesNothing, changesNothing]);
});
