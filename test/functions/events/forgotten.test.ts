import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../../shared/adapters/tables/messages-table.ts';
import { readReports } from '../../../shared/adapters/tables/messages-table-reports.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { forgetInRecord } from '../../../shared/adapters/tables/person-records.ts';
import { listSuppressed } from '../../../shared/adapters/tables/suppression-table.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { personWithKey } from '../../../shared/people/forgotten-record.ts';
import { forgottenAddress } from '../../../shared/people/late-report.ts';
import { personOf } from '../../../shared/people/person.ts';
import { startTables } from '../../dynalite.ts';
import { expect, test } from '../../jest.ts';
import { aMessage } from '../../shared/adapters/messages.ts';
import { bounce, complaint, type PayloadOptions } from './payloads.ts';

const tables = await startTables();

const address = 'ada@example.org';
const personKey = 'c2VjcmV0';
const id = personOf(personKey, address);
const gone = forgottenAddress(id);
const person = personWithKey(personKey, address);
const bounced = { recipients: [{ emailAddress: 'Ada@example.org', diagnosticCode: 'no ada' }] };
const toAda = { recipients: [{ address, field: '_to' as const }] };

let accounts = 0;

async function messageOf(change: Partial<MessageRecord> = {}): Promise<MessageRecord> {
  const accountId = `acc_${accounts++}`;
  const record = aMessage({ accountId, messageId: newMessageId(Date.now()), ...toAda, ...change });
  await beginMessage(tables.messages, record);
  return record;
}

const forget = (record: MessageRecord) => forgetInRecord(tables.messages, record, person);

async function apply(
  { accountId, messageId }: MessageRecord,
  report: (about: PayloadOptions) => object,
  messages: Table = tables.messages,
) {
  const asked: string[] = [];
  const ports = eventPorts({
    ...{ messages, suppression: true },
    readForgottenKey: async (account) => {
      asked.push(account);
      return personKey;
    },
  });
  const tags = { 'postrider-account': [accountId], 'postrider-message': [messageId] };
  await applySesEvent(report({ tags }), ports);
  const found = await readMessage(tables.messages, accountId, messageId);
  if (found === null) throw new Error('The message has no record');
  const { recipients, events, reported } = await readReports(tables.messages, found);
  const { suppressions } = await listSuppressed(tables.messages, accountId);
  return { asked: asked.length, recipients, events, reported, suppressions };
}

test('a bounce of a mail to several names only those who were not forgotten', async () => {
  const recipients = [...toAda.recipients, { address: 'bob@example.org', field: '_cc' as const }];
  const record = await messageOf({ recipients });
  await forget(record);
  const both = { recipients: [...bounced.recipients, { emailAddress: 'bob@example.org' }] };

  const after = await apply(record, (about) => bounce(both, about));

  expect(after.recipients.map(({ address, state }) => [address, state])).toEqual([
    [gone, 'BOUNCED'],
    ['bob@example.org', 'BOUNCED'],
  ]);
  expect(after.suppressions.map((each) => each.address)).toEqual(['bob@example.org', `~${id}`]);
  expect(JSON.stringify(after)).not.toMatch(/ada/i);
});

test('a complaint about the forgotten address that a test mail was redirected to suppresses nobody', async () => {
  const messageId = newTestMessageId(Date.now());
  const record = await messageOf({ messageId, redirectedTo: address });
  await forget(record);
  const complained = (about: PayloadOptions) => complaint('abuse', null, about, [address]);

  expect(await apply(record, complained)).toMatchObject({
    reported: 'COMPLAINED',
    suppressions: [],
  });
});

test('a bounce whose record was read before its person was forgotten counts, names nobody, and keeps the person suppressed', async () => {
  const record = await messageOf();
  let isForgotten = false;
  const messages: Table = {
    ...tables.messages,
    client: {
      ...tables.messages.client,
      send: async (command, options) => {
        const answer = await tables.messages.client.send(command, options);
        if (command.operation === 'GetItem' && !isForgotten) {
          isForgotten = true;
          await forget(record);
        }
        return answer;
      },
    },
  };

  const after = await apply(record, (about) => bounce(bounced, about), messages);

  expect(after).toEqual({
    asked: 1,
    recipients: [
      { address: gone, field: '_to', state: 'BOUNCED', at: expect.any(String), reason: null },
    ],
    events: [expect.objectContaining({ state: 'BOUNCED', addresses: [gone], reason: null })],
    reported: 'BOUNCED',
    suppressions: [
      {
        ...{ address: `~${id}`, reason: 'bounce', detail: null, messageId: null },
        at: expect.any(String),
      },
    ],
  });
});

test('a report on a message without forgotten people reads no key', async () => {
  const after = await apply(await messageOf(), (about) => bounce(bounced, about));

  expect(after.asked).toBe(0);
  expect(after.suppressions.map((each) => each.address)).toEqual([address]);
});
