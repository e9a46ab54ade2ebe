import { expect, test } from '../../jest.ts';
import { type Asked, account, ask, startAccounts } from './through.ts';

await startAccounts();

const raw = {
  ...{ From: 'zoe@example.com', To: 'Ada <ada@example.org>', Subject: 'Hello' },
  TextBody: 'Hello',
};
const stored = { TemplateAlias: 'hello', TemplateModel: { name: 'Ada' }, To: 'ada@example.org' };

const accepted = (To: string, MessageID: unknown = expect.any(String)) => ({
  ...{ To, SubmittedAt: '2026-11-21T10:00:00.000Z', MessageID },
  ...{ ErrorCode: 0, Message: 'OK' },
});

test('a mail is sent, and answered with its recipient as it was given, its time and its id', async () => {
  const { status, body } = await ask('/postmark/email', { body: raw });

  const [record] = await account.records();
  expect({ status, body }).toEqual({ status: 200, body: accepted(raw.To, record?.messageId) });
  expect(account.accepted).toMatchObject([{ subject: 'Hello', html: 'Hello', text: 'Hello' }]);
});

const byNumber = { TemplateAlias: null, TemplateId: 4711 };
const twice = [
  { Name: 'X-A', Value: '1' },
  { Name: 'X-A', Value: '2' },
];
const noKey: Asked = { headers: { 'idempotency-key': '' } };
const other: Asked = { as: { scopes: '["execute:x"]' } };
const off: Asked = { ports: { senderProblem: () => 'Sending is off' } };

test.each<[status: number, ErrorCode: number, message: string, change: object, asked?: Asked]>([
  [422, 300, '_to is required', { To: '' }],
  [422, 1101, 'Template not found', { TemplateAlias: 'x' }],
  [422, 1101, "TemplateId is a number of Postmark's: use TemplateAlias", byNumber],
  [422, 300, 'TemplateAlias is required', { TemplateAlias: '' }],
  [422, 300, 'TemplateModel must be an object, found a number', { TemplateModel: 5 }],
  [422, 400, 'from must be zoe@example.com', { From: 'eve@example.com' }],
  [422, 300, 'MessageStream: postrider sends no marketing', { MessageStream: 'broadcast' }],
  [422, 300, 'The header X-A came twice', { Headers: twice }],
  [422, 300, 'Idempotency-Key must be', {}, noKey],
  [401, 10, 'may not use', {}, other],
  [500, 500, 'Sending is off', {}, off],
  [422, 300, 'Request body must be valid JSON', {}, { body: 'no JSON' }],
])('a %i with the code %i says: %s', async (status, ErrorCode, message, change, asked) => {
  const body = { ...stored, ...change };
  const answer = await ask('/postmark/email/withTemplate', { body, ...asked });

  const Message = expect.stringContaining(message);
  expect({ status: answer.status, body: answer.body }).toEqual({
    ...{ status, body: { ErrorCode, Message } },
  });
  expect(account.accepted).toEqual([]);
});

test('a mail with its own HTML is refused if the account has no template raw', async () => {
  const { body } = await ask('/postmark/email', {
    ...{ body: raw, ports: { loadTemplate: async () => null } },
  });

  expect(body).toEqual({ ErrorCode: 300, Message: expect.stringContaining('no template raw') });
});

test('each mail of a batch is judged alone, and a refused one keeps its place', async () => {
  const unfilled = { ...raw, TextBody: 'Hello {{ name }}' };
  const { status, body } = await ask('/postmark/email/batch', {
    body: [raw, unfilled, { ...raw, To: 'x' }],
  });

  const Message = 'TextBody has an unfilled placeholder: {{ name }}';
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      accepted(raw.To),
      { ErrorCode: 300, Message },
      { ErrorCode: 300, Message: '_to is not a valid email address: it has no @' },
    ],
  });
  const states = (await account.records()).map(({ state }) => state).sort();
  expect(states).toEqual(['REFUSED', 'SCHEDULED']);
});

test('a batch with templates takes its mails from Messages', async () => {
  const resource = '/postmark/email/batchWithTemplates';
  const good = await ask(resource, { body: { Messages: [stored] } });
  const bad = await ask(resource, { body: [stored] });

  expect(good.body).toEqual([accepted(stored.To)]);
  expect(bad.body).toEqual({ ErrorCode: 300, Message: 'The mails must be a JSON array' });
});
