import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { readReports } from '../../../shared/adapters/tables/messages-table-reports.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { listSuppressed } from '../../../shared/adapters/tables/suppression-table.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { bounce, complaint, type PayloadOptions } from './payloads.ts';

const tables = await startTables();

const qa = 'qa@acme.example';
const named = { recipients: [{ emailAddress: 'QA@acme.example' }] };

let accounts = 0;

/** Applies a report to a test key's message, and returns its recipients' states and the suppression list. */
async function after(change: Partial<MessageRecord>, report: (about: PayloadOptions) => object) {
  const accountId = `acc_${accounts++}`;
  const record = aMessage({ accountId, messageId: newTestMessageId(Date.now()), ...change });
  const { messageId } = record;
  await beginMessage(tables.messages, record);
  const ports = eventPorts({ messages: tables.messages, suppression: true });
  const tags = { 'postrider-account': [accountId], 'postrider-message': [messageId] };
  await applySesEvent(report({ tags }), ports);
  const found = await readMessage(tables.messages, accountId, messageId);
  if (found === null) throw new Error('The message has no record');
  const { recipients, reported } = await readReports(tables.messages, found);
  const { suppressions } = await listSuppressed(tables.messages, accountId);
  return {
    reported,
    states: recipients.map(({ state }) => state),
    suppressed: suppressions.map(({ address }) => address),
  };
}

test('a hard bounce of the address that a mail was redirected to suppresses that address and no other', async () => {
  expect(await after({ redirectedTo: qa }, (about) => bounce(named, about))).toEqual({
    reported: 'BOUNCED',
    states: ['BOUNCED', 'BOUNCED'],
    suppressed: [qa],
  });
});

test('a complaint about a redirected mail marks all recipients of the record, and suppresses nobody', async () => {
  const complained = (about: PayloadOptions) =>
    complaint('abuse', null, about, ['QA@acme.example']);

  expect(await after({ redirectedTo: qa }, complained)).toEqual({
    reported: 'COMPLAINED',
    states: ['COMPLAINED', 'COMPLAINED'],
    suppressed: [],
  });
});

test('a report about a recipient who never got the redirected mail changes nobody', async () => {
  const recipients = [{ emailAddress: 'ada@example.org' }];

  expect(await after({ redirectedTo: qa }, (about) => bounce({ recipients }, about))).toEqual({
    reported: null,
    states: [null, null],
    suppressed: [],
  });
});

test("a hard bounce of a mail that a test key's list let through suppresses nobody, and one of a live key does", async () => {
  const recipients = [{ emailAddress: 'ada@example.org' }];
  const hard = (about: PayloadOptions) => bounce({ recipients }, about);

  const ofTestKey = await after({}, hard);
  const ofLiveKey = await after({ messageId: newMessageId(Date.now()) }, hard);

  expect(ofTestKey).toEqual({ reported: 'BOUNCED', states: ['BOUNCED', null], suppressed: [] });
  expect(ofLiveKey).toEqual({ ...ofTestKey, suppressed: ['ada@example.org'] });
});
