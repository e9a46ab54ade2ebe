import { encodeTime } from 'ulid';
import { PutItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import { searchedText } from '../../../../shared/manage/messages/message-search.ts';
import { listMessages } from '../../../../shared/manage/messages/messages.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { expect, test } from '../../../jest.ts';
import { startDeployment } from '../../../management.ts';
import { messageRecord, recipient } from '../message-records.ts';

const startMs = Date.parse('2026-05-01T10:00:00Z');
const accountId = 'acc_search';
const idAt = (second: number) => `${encodeTime(startMs + second * 1000)}0000000000000001`;
const sesId = '0100018f3c5d7e21-9a0b1c2d-3e4f-5a6b-7c8d-9e0f1a2b3c4d-000000';
const requestId = '5f0c2d1e-6a7b-48c9-9d0e-1f2a3b4c5d6e';
const name = 'ひらがな مرحبا Ελλάδα '.repeat(9).trim();

const mails: readonly Partial<MessageRecord>[] = [
  { subject: 'Your receipt 4711', sesMessageId: sesId, templateId: 'receipt-de' },
  { recipients: [recipient('grace@xn--mnchen-3ya.example')], requestId },
  { reference: 'order-1001', subject: name, door: 'smtp' },
  { state: 'REFUSED', subject: '', error: 'Missing required variables: total' },
];

const deployment = await startDeployment();
const ports = { ...deployment.ports, now: () => new Date(startMs + 600_000) };
for (const [second, mail] of mails.entries()) {
  const ids = { messageId: idAt(second), sesMessageId: `0100-ses-${second}` };
  await write({ ...ids, requestId: `request-${second}`, ...mail });
}
const captured = `${idAt(9)}0`;
await write({ messageId: captured, sesMessageId: `captured-${captured}` });
await write({ accountId: 'acc_other', messageId: idAt(5), sesMessageId: 'of-another' });

async function write(changes: Partial<MessageRecord>): Promise<void> {
  const { client, name: TableName } = ports.messages;
  const second = Number(changes.messageId?.charCodeAt(9));
  const createdAt = new Date(startMs + second).toISOString();
  const record = messageRecord({ accountId, createdAt, templateId: 'welcome', ...changes });
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(record) }));
}

const found = async (text: string) => {
  const { messages, exact = false } = await listMessages(ports, accountId, { text });
  return { ids: messages.map(({ messageId }) => messageId), exact };
};

test.each([
  ["SES's message id", sesId, 0],
  ["SES's message id, as a Message-ID", `<${sesId}@eu-central-1.amazonses.com>`, 0],
  ['its own id', idAt(2), 2],
  ['its own id in lower case', idAt(2).toLowerCase(), 2],
  ['its own id in quotes', ` "${idAt(2)}",\n`, 2],
])('a search for %s finds the message itself', async (_, text, second) => {
  expect(await found(text)).toEqual({ ids: [idAt(second)], exact: true });
});

test('the id that execute answered for a captured mail finds it, although the list has live messages', async () => {
  expect(await found(`captured-${captured}`)).toEqual({ ids: [captured], exact: true });
});

test.each([
  ["its request's id", requestId.toUpperCase(), 1],
  ['a part of an address', 'GRACE@', 1],
  ['an address with its domain in Unicode', 'grace@münchen.example', 1],
  ['a reference', 'order-1001', 2],
  ['a part of a template id', 'receipt', 0],
  ['a word of the subject', '4711', 0],
  ['a name of 200 characters in several scripts', name.normalize('NFD'), 2],
  ['a word of the error of a refused request', 'required variables', 3],
])('a search for %s lists the message', async (_, text, second) => {
  expect(await found(text)).toEqual({ ids: [idAt(second)], exact: false });
});

test.each([
  ['MÜNCHEN.example', 1],
  ['xn--mnchen-3ya.example', 1],
  ['nchen-3ya.example', 0],
])('the domain %s is found whole, in any case and form', async (domain, count) => {
  expect((await listMessages(ports, accountId, { domain })).messages).toHaveLength(count);
});

test("another account's message id finds nothing", async () => {
  expect(await found('of-another')).toEqual({ ids: [], exact: false });
});

test('a search for a text of nothing but quotes and spaces lists every message', async () => {
  expect(searchedText(' "" ')).toBeUndefined();
  expect((await found(' "" ')).ids).toHaveLength(mails.length);
});

test('a text of more than 500 characters is refused, and the error names its field', async () => {
  await expect(found('a b '.repeat(200))).rejects.toMatchObject({
    message: 'search must have at most 500 characters',
    details: [{ code: 'bad-text', field: 'search' }],
  });
});

test('a list until a time leaves out newer messages, on every page', async () => {
  const search = { until: new Date(startMs + 2000), limit: 2 };

  const first = await listMessages(ports, accountId, search);
  const cursor = first.nextCursor ?? '';
  const second = await listMessages(ports, accountId, { ...search, cursor });

  const idsOf = ({ messages }: typeof first) => messages.map(({ messageId }) => messageId);
  expect([idsOf(first), idsOf(second)]).toEqual([[idAt(2), idAt(1)], [idAt(0)]]);
});

test('an until in the far future leaves out nothing', async () => {
  const { messages } = await listMessages(ports, accountId, { until: new Date(8.64e15) });

  expect(messages).toHaveLength(mails.length);
});

test('an until before since is refused', async () => {
  const search = { since: new Date(startMs + 1000), until: new Date(startMs) };

  await expect(listMessages(ports, accountId, search)).rejects.toMatchObject({
    details: [{ code: 'bad-time', field: 'until' }],
  });
});

test('messages are found by the door that they came by, and those without a door by v1', async () => {
  const through = async (door: 'smtp' | 'v1') => {
    const { messages } = await listMessages(ports, accountId, { door });
    return messages.map(({ messageId }) => messageId);
  };

  expect(await through('smtp')).toEqual([idAt(2)]);
  expect(await through('v1')).toEqual([idAt(3), idAt(1), idAt(0)]);
});
