import { expect, test } from '../../jest.ts';
import { lost } from '../execute/sending.ts';
import { type Asked, account, ask, logged, startAccounts } from './through.ts';

await startAccounts();

const mail = {
  from: 'Zoe <zoe@example.com>',
  to: ['ada@example.org'],
  subject: 'Hello {{ in one brace',
  html: '<p>Hello <b>Ada</b></p>',
};
const invalid = { statusCode: 422, name: 'validation_error' };

const send = (change: object = {}, asked: Asked = {}) =>
  ask('/resend/emails', { body: { ...mail, ...change }, ...asked });

test('a mail with its own HTML is sent with the template raw, and answered with its id', async () => {
  const { status, body } = await send({ to: ['ada@example.org', 'bob@example.org'] });

  const [record] = await account.records();
  expect({ status, body }).toEqual({ status: 200, body: { id: record?.messageId } });
  expect(record).toMatchObject({ templateId: 'raw', door: 'resend' });
  expect(account.accepted).toMatchObject([
    {
      ...{ from: 'zoe@example.com', to: ['ada@example.org'], cc: ['bob@example.org'] },
      ...{ subject: mail.subject, html: mail.html, text: 'Hello Ada' },
    },
  ]);
});

const template = (id: string) => ({ html: null, template: { id, variables: { name: 'Ada' } } });
const attached = (file: object) => ({ attachments: [{ filename: 'a.pdf', ...file }] });

const missing = [{ to: [] }, { from: null }, { subject: '' }];

test.each(missing)('a mail with %j lacks a field', async (change) => {
  const [field] = Object.keys(change);
  const { status, body } = await send(change);

  const error = { statusCode: 422, name: 'missing_required_field' };
  const message = `Missing \`${field}\` field.`;
  expect({ status, body }).toEqual({ status: 422, body: { ...error, message } });
});

test.each([
  [{ html: '' }, 'html or text is required'],
  [{ to: 5 }, 'to must be a string or a list, found a number'],
  [{ subject: {} }, 'subject must be a string, found an object'],
  [{ template: 'welcome' }, 'template must be an object, found a string'],
  [{ template: { id: 'hello' } }, 'html and text cannot be used with a template'],
  [{ html: null, template: {} }, 'template.id is required'],
  [{ reply_to: 'a@b.example, c@d.example' }, 'reply_to must be one address'],
  [{ topic_id: 'news' }, 'topic_id: postrider sends no marketing'],
  [{ html: '<p>{{first name}}</p>' }, 'html has an unfilled placeholder: {{first name}}'],
  [{ headers: { 'X-Postrider-Variables': '[]' } }, 'X-Postrider-Variables must be a JSON object'],
  [{ headers: { 'X-A': 1 } }, 'headers.X-A must be a string, found a number'],
  [{ headers: { Sender: 'a@b.example' } }, '_headers: Sender is not a header that may be set'],
  [{ scheduled_at: 'in 1 hour' }, /^_sendAt must be a time with its offset/],
  [attached({ content: [256] }), /^attachments\[0\]\.content must be a string in base64, found/],
  [template('receipt'), 'The flow of receipt does not send'],
])('a mail with %j is refused: %s', async (change, message) => {
  const { status, body } = await send(change);

  expect({ status, body }).toEqual({
    ...{ status: 422, body: { ...invalid, message: expect.stringMatching(message) } },
  });
  expect(logged()).toMatchObject({ endpoint: 'execute', door: 'resend', doorStatus: 422 });
  expect(account.accepted).toEqual([]);
});

const none: Asked = { ports: { loadTemplate: async () => null } };
const broken: Asked = { ports: { loadTemplate: () => Promise.reject(new Error('down')) } };
const plain: Asked = { headers: { 'Content-Type': 'text/plain' } };
const badKey: Asked = { headers: { 'idempotency-key': ' ' } };
const other: Asked = { as: { scopes: '["execute:x"]' } };
const named = { headers: { 'X-Postrider-Template': 'x' } };
const htmlOf = (bytes: number) => ({ html: 'x'.repeat(bytes) });
const noRaw =
  'This account takes no HTML of its own: it has no template raw. Name a stored template, or push a template raw';

test.each<[status: number, name: string, message: string, change: object, asked?: Asked]>([
  [422, 'validation_error', noRaw, {}, none],
  [404, 'not_found', 'Template not found', named],
  [400, 'invalid_idempotency_key', 'Idempotency-Key must be 1 to 255', {}, badKey],
  [415, 'validation_error', 'Content-Type must be application/json', {}, plain],
  [422, 'validation_error', 'Request body must be a JSON object', {}, { body: [mail] }],
  [422, 'validation_error', 'Rendered HTML is larger than 2 MB', htmlOf(2_200_000)],
  [413, 'validation_error', 'Request body is larger than 4.4 MB', htmlOf(5_000_000)],
  [401, 'restricted_api_key', 'This API key may not use the template raw', {}, other],
  [422, 'invalid_from_address', 'from must be zoe@example.com', { from: 'eve@b.example' }],
  [422, 'invalid_attachment', 'attachments[0].path: ', attached({ path: 'https://a.example' })],
  [422, 'invalid_attachment', '_attachments[0].content is not', attached({ content: '?' })],
  [500, 'internal_server_error', 'Internal server error', {}, broken],
])('a %i %s says: %s', async (statusCode, name, begin, change, asked) => {
  const { status, body } = await send(change, asked);

  const message = expect.stringContaining(begin);
  expect({ status, body }).toEqual({ status: statusCode, body: { statusCode, name, message } });
});

test('a mail whose answer of SES was lost is an error that says so', async () => {
  account.script.push(lost);

  const { body } = await send();

  const message = expect.stringContaining('may have been sent');
  expect(body).toEqual({ statusCode: 500, name: 'application_error', message });
});

test('an Idempotency-Key answers a repeat with the first id, and refuses another mail', async () => {
  const headers = { 'idempotency-key': 'k' };
  const first = await send({}, { headers });
  const again = await send({}, { headers });
  const other = await send({ subject: 'Other' }, { headers });

  expect(again.body).toEqual(first.body);
  expect(other.body).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' });
  expect(account.accepted).toHaveLength(1);
});

const batch = (entries: unknown[], headers: Record<string, string> = {}) =>
  ask('/resend/emails/batch', { body: entries, headers });
const bad = { ...mail, to: 'nobody' };

test('a batch is strict by default: if a mail is refused, none is accepted or recorded', async () => {
  const { body } = await batch([mail, bad, { ...mail, to: [] }]);

  const message = 'emails[1]: _to is not a valid email address: it has no @';
  expect(body).toEqual({ ...invalid, message });
  expect({ records: await account.records(), wakeUps: account.wakeUps }).toEqual({
    ...{ records: [], wakeUps: [] },
  });
});

test('a strict batch of good mails is accepted, and its repeat gets the same ids', async () => {
  const entries = [mail, { ...mail, ...template('hello'), to: 'bob@example.org' }];
  const first = await batch(entries, { 'idempotency-key': 'k' });
  const again = await batch(entries, { 'idempotency-key': 'k' });

  const ids = (await account.records()).map(({ messageId: id }) => id).sort();
  expect(first.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
  expect(ids).toHaveLength(2);
  expect(again.body).toEqual(first.body);
});

test('a strict batch tells if a mail was refused only when the others were accepted', async () => {
  let judged = 0;
  const lookupDomain = async () => ({ domain: true, mxRecords: ++judged <= 1 });
  const entries = [mail, { ...mail, ...template('checked') }];
  const { body } = await ask('/resend/emails/batch', { body: entries, ports: { lookupDomain } });

  const message = expect.stringMatching(
    /^emails\[1\]: .*; the others were accepted: repeat the batch with its Idempotency-Key$/,
  );
  expect(body).toEqual({ statusCode: 500, name: 'application_error', message });
});

test('a permissive batch accepts the good mails and lists the errors of the others by place', async () => {
  const { body } = await batch([{ ...mail, to: [] }, mail, bad], {
    'x-batch-validation': 'permissive',
  });

  const message = '_to is not a valid email address: it has no @';
  const errors = [
    { index: 0, message: 'Missing `to` field.' },
    { index: 2, message },
  ];
  expect(body).toEqual({ data: [{ id: expect.any(String) }], errors });
});

test.each<[message: string, body: unknown]>([
  ['messages must have at least one entry', []],
  ['messages has more than 100 entries', Array(101).fill(mail)],
  ['The mails must be a JSON array', { emails: [] }],
  ['emails[0]: Each mail must be an object, found a number', [5]],
])('a whole batch is refused: %s', async (message, body) => {
  const answer = await ask('/resend/emails/batch', { body });

  expect(answer.body).toEqual({ ...invalid, message });
});

test('GET tells of a mail what the key may read, with the state in a word of Resend', async () => {
  const { body } = await send({ tags: [{ name: 'reference', value: 'order-1001' }] });

  const found = await ask('/resend/emails/{id}', { id: body.id, as: { scopes: '["messages"]' } });

  expect(found.body).toEqual({
    ...{ object: 'email', id: body.id, message_id: 'ses-1', to: ['ada@example.org'] },
    ...{ cc: null, bcc: null, reply_to: null, from: '', subject: '', html: null, text: null },
    ...{ created_at: '2026-11-21T10:00:00.000Z', scheduled_at: null, last_event: 'sent' },
    tags: [{ name: 'reference', value: 'order-1001' }],
  });
});

test.each(['no-id', '01KAVXC5T0Q7ZJ3M8R2W9YB4FD'])('GET of %s is a 404', async (id) => {
  const { body } = await ask('/resend/emails/{id}', { id, as: { scopes: '["messages"]' } });

  expect(body).toEqual({ statusCode: 404, name: 'not_found', message: 'Message not found' });
});

test('a scheduled mail can be cancelled, and one that was sent cannot', async () => {
  const later = await send({ scheduled_at: '2026-12-24T09:00:00Z' });
  const sent = await send();
  const cancel = (id: string) => ask('/resend/emails/{id}/cancel', { id, body: '' });

  expect((await cancel(later.body.id)).body).toEqual({ object: 'email', id: later.body.id });
  const message = 'The message is SENT: it is too late to cancel it';
  expect((await cancel(sent.body.id)).body).toMatchObject({ name: 'validation_error', message });
});
