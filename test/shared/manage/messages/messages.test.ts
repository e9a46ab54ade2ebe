import { encodeTime } from 'ulid';
import { watchMessages } from '../../../../cli/commands/message/watch-messages.ts';
import { alone } from '../../../../shared/adapters/tables/change.ts';
import { PutItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { messageFormat, toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import { suppress } from '../../../../shared/adapters/tables/suppression-table.ts';
import type { MessageSearch } from '../../../../shared/manage/messages/message-search.ts';
import { listMessages, showMessage } from '../../../../shared/manage/messages/messages.ts';
import { withReports } from '../../../../shared/message/apply-event.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { expect, test } from '../../../jest.ts';
import { startDeployment } from '../../../management.ts';
import { messageRecord, recipient, report } from '../message-records.ts';

const startMs = Date.parse('2026-05-01T10:00:00Z');

const deployment = await startDeployment();
const ports = { ...deployment.ports, now: () => new Date(startMs + 600_000) };

const idAt = (second: number) => `${encodeTime(startMs + second * 1000)}0000000000000001`;

/** The record of a message that was sent this many seconds after the first one. */
function recordAt(accountId: string, second: number, changes: Partial<MessageRecord> = {}) {
  const createdAt = new Date(startMs + second * 1000).toISOString();
  const sesMessageId = `ses-${accountId}-${second}`;
  return messageRecord({ accountId, messageId: idAt(second), createdAt, sesMessageId, ...changes });
}

const newerFormat = { format: { N: String(messageFormat + 1) } };

async function write(record: MessageRecord, more: object = {}): Promise<void> {
  const { client, name: TableName } = ports.messages;
  const Item = { ...toMessageItem(record), ...more };
  await client.send(new PutItemCommand({ TableName, Item }));
}

/** The ids of the messages that a search finds. */
async function idsOf(accountId: string, search: MessageSearch = {}) {
  const { messages } = await listMessages(ports, accountId, search);
  return messages.map(({ messageId }) => messageId);
}

const bouncedTo = (address: string): Partial<MessageRecord> => ({
  recipients: [recipient(address)],
  reported: 'BOUNCED',
});

test('a list of messages is newest first, and continues where the page before ended', async () => {
  for (let second = 0; second < 5; second++) await write(recordAt('acc_pages', second));

  const first = await listMessages(ports, 'acc_pages', { limit: 3 });
  const cursor = first.nextCursor ?? '';
  const second = await listMessages(ports, 'acc_pages', { limit: 3, cursor });

  expect(first.messages.map(({ messageId }) => messageId)).toEqual([4, 3, 2].map(idAt));
  expect(first.messages[0]).toEqual({
    ...{ messageId: idAt(4), createdAt: '2026-05-01T10:00:04.000Z', keyId: 'key_1' },
    ...{ templateId: 'welcome', revision: 3, subject: 'Welcome, Ada', to: ['ada@example.com'] },
    ...{ state: 'SENT', sesMessageId: 'ses-acc_pages-4' },
    ...{ error: null, reference: null, sendAt: null },
  });
  expect(second.messages.map(({ messageId }) => messageId)).toEqual([1, 0].map(idAt));
  expect(second).toMatchObject({ nextCursor: null, unreadable: [], looked: 2 });
});

test('a list of messages is searched by state, address and time, in any case', async () => {
  await write(recordAt('acc_find', 0, bouncedTo('Bob@example.com')));
  await write(recordAt('acc_find', 60, bouncedTo('bob@example.com')));
  await write(recordAt('acc_find', 61));
  await write(recordAt('acc_find', 62, { state: 'SENDING', leaseUntilMs: startMs }));
  const found = (search: MessageSearch) => idsOf('acc_find', search);

  expect(await found({ state: 'BOUNCED' })).toEqual([60, 0].map(idAt));
  expect(await found({ to: 'BOB@Example.COM' })).toEqual([60, 0].map(idAt));
  expect(await found({ to: 'bob@example.com', since: new Date(startMs + 1000) })).toEqual([
    idAt(60),
  ]);
  expect(await found({ state: 'SENT', to: 'bob@example.com' })).toEqual([]);
  expect(await found({ state: 'SENDING' })).toEqual([]);
  expect(await found({ state: 'UNKNOWN' })).toEqual([idAt(62)]);
  expect(await found({ since: new Date(-1) })).toHaveLength(4);
});

test('a list of messages is searched by template, revision and key', async () => {
  await write(recordAt('acc_sent', 0, { keyId: 'key_2' }));
  await write(recordAt('acc_sent', 1, { revision: 2, keyId: 'key_2' }));
  await write(recordAt('acc_sent', 2, { templateId: 'receipt' }));
  const found = (search: MessageSearch) => idsOf('acc_sent', search);

  expect(await found({ templateId: 'welcome' })).toEqual([1, 0].map(idAt));
  expect(await found({ templateId: 'welcome', revision: 3 })).toEqual([idAt(0)]);
  expect(await found({ keyId: 'key_2' })).toEqual([1, 0].map(idAt));
  expect(await found({ keyId: 'key_2', revision: 2 })).toEqual([idAt(1)]);
  expect(await found({ keyId: 'key_none' })).toEqual([]);
});

test('a list of messages is searched by reference, and has refused requests among the mails', async () => {
  await write(recordAt('acc_refused', 0, { reference: 'order-1001' }));
  await write(recordAt('acc_refused', 1, { state: 'REFUSED', error: 'No.', sesMessageId: null }));
  const found = async (search: MessageSearch) =>
    (await listMessages(ports, 'acc_refused', search)).messages.map(({ state }) => state);

  expect(await found({})).toEqual(['REFUSED', 'SENT']);
  expect(await found({ to: 'ada@example.com' })).toEqual(['REFUSED', 'SENT']);
  expect(await found({ state: 'REFUSED' })).toEqual(['REFUSED']);
  expect(await found({ reference: 'order-1001' })).toEqual(['SENT']);
});

test('a list of the messages of test keys has no others, and other lists have none of them', async () => {
  const captured = { messageId: `${idAt(1)}0`, sesMessageId: `captured-${idAt(1)}0` };
  await write(recordAt('acc_test', 0));
  await write(recordAt('acc_test', 1, captured));
  const found = (search: MessageSearch) => idsOf('acc_test', search);

  expect(await found({ test: true })).toEqual([captured.messageId]);
  expect(await found({ test: true, to: 'ada@example.com' })).toEqual([captured.messageId]);
  expect(await found({})).toEqual([idAt(0)]);
  const shown = await showMessage(ports, 'acc_test', captured.sesMessageId);
  expect(shown.record.messageId).toBe(captured.messageId);
  expect(shown.explanation.summary).toBe('It was captured, not sent.');
});

/** A suppression of Bob because of the first message of an account. */
const suppression = {
  ...{ address: 'bob@example.com', reason: 'bounce' as const, at: '2026-05-01T10:00:01.000Z' },
  ...{ detail: 'smtp; 550', messageId: idAt(0) },
};

test('a list of messages to an address says if it is suppressed', async () => {
  await suppress(ports.messages, 'acc_told', suppression, alone);

  const list = await listMessages(ports, 'acc_told', { to: 'Bob@example.com' });

  const nothing = { messages: [], nextCursor: null, unreadable: [], looked: 0 };
  expect(list).toEqual({ ...nothing, suppressed: suppression });
});

test('a list of messages leaves out expired ones, and names unreadable ones, which hide no other', async () => {
  await write(recordAt('acc_odd', 0, { expiresAt: startMs / 1000 }));
  await write(recordAt('acc_odd', 1));
  await write(recordAt('acc_odd', 2), newerFormat);
  await write(recordAt('acc_odd', 3));

  const { messages, ...rest } = await listMessages(ports, 'acc_odd');

  expect(messages.map(({ messageId }) => messageId)).toEqual([3, 1].map(idAt));
  expect(rest).toEqual({ nextCursor: null, unreadable: [idAt(2)], looked: 4 });
});

test.each([
  [{ to: 'ada' }, '"ada" is not a valid email address: it has no @'],
  [{ cursor: 'M#1' }, 'The cursor is not from this list'],
  [{ cursor: 'abc' }, 'The cursor is not from this list'],
  [{ cursor: idAt(0).toLowerCase() }, 'The cursor is not from this list'],
  [{ cursor: '' }, 'The cursor is not from this list'],
  [{ since: new Date(startMs * 2) }, 'No message can be newer than now'],
  [{ since: new Date(Number.NaN) }, 'No message can be newer than now'],
])('a list of messages refuses %j', async (search, sentence) => {
  await expect(listMessages(ports, 'acc_1', search)).rejects.toThrow(sentence);
});

const bounce = { state: 'BOUNCED', category: 'Permanent/General', reason: 'smtp; 550' } as const;
const record = recordAt('acc_show', 0, {
  ...{ ...bouncedTo('Bob@example.com'), sesMessageId: '0100018f-ab-000000' },
  events: [report({ ...bounce, addresses: ['bob@example.com'] })],
});
await write(record);
await suppress(ports.messages, 'acc_show', suppression, alone);

test.each([
  ['its id', record.messageId],
  ['its id in lower case', record.messageId.toLowerCase()],
  ["SES's id", '0100018f-ab-000000'],
  ["SES's id as the mail has it", '<0100018f-ab-000000@eu-west-1.amazonses.com>'],
])('a message is shown by %s, with its suppressed recipients', async (_, id) => {
  const shown = await showMessage(ports, 'acc_show', id);

  expect(shown).toEqual({
    record: withReports(record, []),
    suppressed: [suppression],
    replies: [],
    explanation: expect.objectContaining({ state: 'BOUNCED', summary: 'It came back.' }),
  });
  expect(shown.explanation.findings[0]?.commands).toEqual([
    'postrider suppression remove Bob@example.com',
  ]);
});

test.each([
  ['no message', 'acc_show', idAt(9)],
  ['another account', 'acc_other', record.messageId],
  ["another account, by SES's id", 'acc_other', '0100018f-ab-000000'],
  ['no table', 'acc_show', `S#${'x'.repeat(5000)}`],
  ['no message, being empty', 'acc_show', ''],
])('a message whose id is of %s is unknown', async (_, accountId, id) => {
  await expect(showMessage(ports, accountId, id)).rejects.toThrow(
    `Account ${accountId} has no message ${id}`,
  );
});

test('a message that has expired or is of a newer version is not shown', async () => {
  await write(recordAt('acc_show', 20, { expiresAt: startMs / 1000 }));
  await write(recordAt('acc_show', 21), newerFormat);

  await expect(showMessage(ports, 'acc_show', idAt(20))).rejects.toThrow('has no message');
  await expect(showMessage(ports, 'acc_show', idAt(21))).rejects.toThrow(
    'was recorded by a newer version of the service',
  );
});

test('watching the messages returns new and changed ones, oldest first, each once', async () => {
  await write(recordAt('acc_watch', 0));
  const readChanges = watchMessages(ports, 'acc_watch');

  const begin = await readChanges();
  await write(recordAt('acc_watch', 2));
  await write(recordAt('acc_watch', 1));
  await write(recordAt('acc_watch', 0, bouncedTo('ada@example.com')));
  const seen = await readChanges();
  const quiet = await readChanges();

  expect(begin).toEqual({ changes: [], isCut: false });
  expect(
    seen.changes.map(({ message, before }) => [message.messageId, message.state, before]),
  ).toEqual([
    [idAt(0), 'BOUNCED', 'SENT'],
    [idAt(1), 'SENT', null],
    [idAt(2), 'SENT', null],
  ]);
  expect(quiet).toEqual({ changes: [], isCut: false });
});
