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
const stored = (id: string) => ({ html: null, template: { id, variables: { name: 'Ada' } } });

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

const fieldErrors: [change: object, name: string, message: string][] = [
  [{ to: [] }, 'missing_required_field', 'Missing `to` field.'],
  [{ from: null }, 'missing_required_field', 'Missing `from` field.'],
  [{ subject: '' }, 'missing_required_field', 'Missing `subject` field.'],
  [{ html: '' }, 'validation_error', 'html or text is required'],
  [{ to: 5 }, 'validation_error', 'to must be a string or a list, found a number'],
  [{ subject: {} }, 'validation_error', 'subject must be a string, found an object'],
  [{ template: 'welcome' }, 'validation_error', 'template must be an object, found a string'],
  [
    { template: { id: 'hello' } },
    'validation_error',
    'html and text cannot be used with a template',
  ],
  [{ html: null, template: {} }, 'validation_error', 'template.id is required'],
  [{ reply_to: 'a@b.example, c@d.example' }, 'validation_error', 'reply_to must be one address'],
  [{ topic_id: 'news' }, 'validation_error', 'topic_id: postrider sends no marketing'],
  [
    { html: '<p>{{first name}}</p>' },
    'validation_error',
    'html has an unfilled placeholder: {{first name}}',
  ],
  [
    { headers: { 'X-Postrider-Variables': '[]' } },
    'validation_error',
    'X-Postrider-Variables must be a JSON object',
  ],
  [{ headers: { 'X-A': 1 } }, 'validation_error', 'headers.X-A must be a string, found a number'],
  [
    { headers: { Sender: 'eve@example.com' } },
    'validation_error',
    '_headers: Sender is not a header that may be set',
  ],
  [
    { scheduled_at: 'in 1 hour' },
    'validation_error',
    '_sendAt must be a time with its offset, such as 2026-12-24T09:00:00Z',
  ],
  [
    { attachments: [{ path: 'https://files.example/a.pdf' }] },
    'invalid_attachment',
    'attachments[0].path: postrider reads no files from web addresses',
  ],
  [
    { attachments: [{ filename: 'a.pdf', content: '?' }] },
    'invalid_attachment',
    '_attachments[0].content is not standard base64',
  ],
  [
    { attachments: [{ filename: 'a.pdf', content: [256] }] },
    'validation_error',
    'attachments[0].content must be a string in base64, found an array',
  ],
  [
    { from: 'eve@example.com' },
    'invalid_from_address',
    'from must be zoe@example.com, the sender of the flow of raw',
  ],
  [stored('receipt'), 'validation_error', 'The flow of receipt does not send'],
];

test.each(fieldErrors)('a mail with %j is refused as %s: %s', async (change, name, message) => {
  const { status, body } = await send(change);

  expect({ status, body }).toEqual({ status: 422, body: { statusCode: 422, name, message } });
  expect(logged()).toMatchObject({ endpoint: 'execute', door: 'resend' });
  expect(account.accepted).toEqual([]);
});

const none = { ports: { loadTemplate: async () => null } };
const noRaw =
  'This account takes no HTML of its own: it has no template raw. Name a stored template, or push a template raw';

const otherErrors: [
  string,
  change: object,
  Asked,
  status: number,
  name: string,
  message: string,
][] = [
  ['no template raw', {}, none, 422, 'validation_error', noRaw],
  [
    'no template of its header',
    { headers: { 'X-Postrider-Template': 'x' } },
    {},
    404,
    'not_found',
    'Template not found',
  ],
  [
    'a bad Idempotency-Key',
    {},
    { headers: { 'idempotency-key': ' ' } },
    400,
    'invalid_idempotency_key',
    'Idempotency-Key must be 1 to 255 printable ASCII characters',
  ],
  [
    'another media type',
    {},
    { headers: { 'Content-Type': 'text/plain' } },
    415,
    'validation_error',
    'Content-Type must be application/json',
  ],
  [
    'a list as its body',
    {},
    { body: [mail] },
    422,
    'validation_error',
    'Request body must be a JSON object',
  ],
  [
    'HTML that is larger than a rendered mail',
    { html: 'x'.repeat(2_200_000) },
    {},
    422,
    'validation_error',
    'Rendered HTML is larger than 2 MB',
  ],
  [
    'a large body',
    { html: 'x'.repeat(5_000_000) },
    {},
    413,
    'validation_error',
    'Request body is larger than 4.4 MB',
  ],
  [
    'a key of other templates',
    {},
    { as: { scopes: '["execute:x"]' } },
    401,
    'restricted_api_key',
    'This API key may not use the template raw',
  ],
  [
    'no answer of the tables',
    {},
    { ports: { loadTemplate: () => Promise.reject(new Error('down')) } },
    500,
    'internal_server_error',
    'Internal server error',
  ],
];

test.each(otherErrors)(
  'a mail with %s is refused',
  async (_, change, asked, statusCode, name, message) => {
    const { status, body } = await send(change, asked);

    expect({ status, body }).toEqual({ status: statusCode, body: { statusCode, name, message } });
  },
);

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
  expect(body).toEqual({ statusCode: 422, name: 'validation_error', message });
  expect({ records: await account.records(), wakeUps: account.wakeUps }).toEqual({
    ...{ records: [], wakeUps: [] },
  });
});

test('a strict batch of good mails is accepted, and its repeat gets the same ids', async () => {
  const entries = [mail, { ...mail, ...stored('hello'), to: 'bob@example.org' }];
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
  const entries = [mail, { ...mail, ...stored('checked') }];
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

const wholeBatches: [body: unknown, message: string][] = [
  [[], 'messages must have at least one entry'],
  [Array(101).fill(mail), 'messages has more than 100 entries'],
  [{ emails: [] }, 'The mails must be a JSON array'],
  [[5], 'emails[0]: Each mail must be an object, found a number'],
];

test.each(wholeBatches)('the batch %.30j is refused: %s', async (body, message) => {
  const answer = await ask('/resend/emails/batch', { body });

  expect(answer.body).toEqual({ statusCode: 422, name: 'validation_error', message });
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
