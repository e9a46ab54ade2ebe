import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { addSuppression } from '../../../shared/manage/suppression.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import type { MessageCopy } from '../../../shared/message/message-copy.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { messageRecord, recipient } from '../../shared/manage/message-records.ts';
import {
  accountId,
  ask,
  dashboard,
  invalid,
  notFound,
  ok,
  problem,
  startDashboardForFile,
} from './dashboard.ts';

await startDashboardForFile();

const flow = {
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'Zoe <zoe@example.com>' },
  ],
  edges: [{ from: 'mail', to: 'send' }],
};
const template = { name: 'Invoice', subject: 'Invoice', html: '{{code|}}', flow, keep: '7d' };
const copy: MessageCopy = {
  variables: { code: '4711' },
  given: { _replyTo: 'help@example.com' },
  headers: { 'List-Unsubscribe': '<https://acme.example/u>' },
  bodies: { subject: 'As it was', html: '<p>As it was</p>', text: 'As it was' },
};
const day = 24 * 60 * 60;

beforeEach(async () => {
  expect((await ask('POST', '/templates', { body: { id: 'invoice', ...template } })).status).toBe(
    201,
  );
  dashboard.ses.calls.length = 0;
  dashboard.ses.script.length = 0;
});

/** Records a message of the account with its copy, and returns its id. */
async function sent(change: Partial<MessageRecord> = {}, kept: Partial<MessageCopy> | null = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) + day;
  const record = messageRecord({
    ...{ accountId, messageId: newMessageId(Date.now()), expiresAt },
    ...{ templateId: 'invoice', revision: 1, reference: 'order-1' },
    recipients: [recipient('ada@example.net'), recipient('bob@example.net', '_cc')],
    ...change,
  });
  await beginMessage(dashboard.tables.messages, record);
  if (kept) await keepCopy(dashboard.tables.messages, record, { ...copy, ...kept }, expiresAt);
  return record.messageId;
}

const again = (id: string, key = 'k') =>
  ask('POST', `/messages/${id}/send-again`, { headers: { 'Idempotency-Key': key } });
const idOf = ({ body }: { body: unknown }) => (body as { messageId: string }).messageId;

test('the kept mail is sent as it was, to the same recipients, as a new message that names the first one', async () => {
  const id = await sent();

  const answer = await again(id);
  const message = await ask('GET', `/messages/${idOf(answer)}`);
  const kept = await ask('GET', `/messages/${idOf(answer)}/copy`);

  const simple = {
    Subject: { Data: 'As it was' },
    Body: { Html: { Data: '<p>As it was</p>' }, Text: { Data: 'As it was' } },
    Headers: [{ Name: 'List-Unsubscribe', Value: '<https://acme.example/u>' }],
  };
  expect(dashboard.ses.calls).toMatchObject([
    {
      FromEmailAddress: 'Zoe <zoe@example.com>',
      Destination: { ToAddresses: ['ada@example.net'], CcAddresses: ['bob@example.net'] },
      ReplyToAddresses: ['help@example.com'],
      Content: { Simple: simple },
    },
  ]);
  expect(message.body).toMatchObject({
    ...{ againOf: id, reference: 'order-1', keyId: 'key_1', subject: 'As it was', state: 'SENT' },
    events: [
      { text: expect.stringContaining(`A person sent the mail of message ${id} again`) },
      { text: 'Recorded as SENDING, then handed to SES' },
      { text: expect.stringContaining('SES accepted it') },
    ],
  });
  expect(kept.body).toMatchObject({ copy: { variables: copy.variables, mail: copy.bodies } });
});

test('a second press with the same key, also at the same time, sends nothing more', async () => {
  const id = await sent();

  const both = await Promise.all([again(id), again(id)]);
  const third = await again(id);

  expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
  expect(dashboard.ses.calls).toHaveLength(1);
  const first = both.find(({ status }) => status === 200);
  expect(third).toEqual(ok(first?.body, { 'idempotent-replayed': 'true' }));
});

test("if SES's answer is lost, the same key says so again and sends nothing more", async () => {
  const id = await sent();
  dashboard.ses.script.push('reset before answering');

  const lost = await again(id);
  const repeated = await again(id);

  expect(lost).toMatchObject({ status: 422, body: { code: 'send_failed' } });
  expect(repeated).toMatchObject(lost);
  expect(lost.body).toMatchObject({ detail: expect.stringContaining('may have been sent') });
  expect(dashboard.ses.calls).toHaveLength(1);
});

const files = [{ name: 'a.pdf', bytes: 1, type: 'application/pdf', sha256: 'a' }];

test.each([
  ['no copy', {}, null, 'no copy of it is kept'],
  ['a copy without its mail', {}, { bodies: null }, 'no copy of it is kept'],
  ['files', {}, { attachments: files }, 'its files are not kept'],
  ['a deleted template', { templateId: 'gone' }, {}, 'template gone is deleted'],
  ['a revision that is gone', { revision: 9 }, {}, 'revision 9 of template invoice is no longer'],
  ['a test key', { messageId: newTestMessageId(Date.now()) }, {}, 'a test key asked for it'],
] as const)('a message with %s is refused with the reason', async (_, change, kept, reason) => {
  const answer = await again(await sent(change, kept));

  expect(answer.body).toMatchObject({
    code: 'invalid',
    errors: [{ detail: expect.stringContaining(`The mail cannot be sent again: ${reason}`) }],
  });
  expect(dashboard.ses.calls).toEqual([]);
});

test('a mail whose copy has a secret value masked is refused, and one without such a value is not', async () => {
  const secret = { ...template, secret: ['code'] };
  await ask('PUT', '/templates/invoice', { headers: { 'If-Match': '"1"' }, body: secret });

  const masked = await again(await sent({ revision: 2 }, { variables: { code: '••••' } }));
  const plain = await again(await sent({ revision: 2 }, { variables: {} }), 'k2');

  expect(masked.body).toMatchObject({
    errors: [{ detail: expect.stringContaining('its copy has • in place of secret values') }],
  });
  expect(plain.status).toBe(200);
});

test('a suppressed recipient is refused, also in _cc', async () => {
  await addSuppression(dashboard.ports, accountId, { address: 'bob@example.net' });
  const detail =
    'The mail cannot be sent again: bob@example.net is suppressed since 1970-01-01: by hand';

  expect(await again(await sent())).toEqual(invalid({ pointer: '', detail }));
});

test('a mail of a paused template is refused until it is resumed', async () => {
  const id = await sent();
  await ask('PATCH', '/templates/invoice', { body: { state: 'paused', note: 'too many bounces' } });
  const paused = await again(id);
  await ask('PATCH', '/templates/invoice', { body: { state: 'active' } });

  expect(paused.body).toMatchObject({
    errors: [{ detail: expect.stringMatching(/cannot be sent again: .*paused.*too many bounces/) }],
  });
  expect((await again(id)).status).toBe(200);
});

test("another account's message is not found, and a request without a key is refused", async () => {
  const id = await sent();
  const { ask: askOther } = await dashboard.accountDoor();

  const headers = { 'Idempotency-Key': 'k' };
  const other = await askOther('POST', `/messages/${id}/send-again`, { headers });
  const without = await ask('POST', `/messages/${id}/send-again`);

  expect(other).toEqual(notFound);
  const detail = 'The header Idempotency-Key is required';
  expect(without).toEqual(invalid({ pointer: '', detail }));
});

test('a recipient is shown with the reason of its suppression, in the form that SES uses', async () => {
  await ask('POST', '/suppressions', { body: { address: 'ada@münchen.example', note: 'asked' } });

  const [there, absent, none] = await Promise.all(
    ['Ada@münchen.example', 'bob@example.net', 'nonsense'].map((address) =>
      ask('GET', `/recipients/${encodeURIComponent(address)}`),
    ),
  );

  expect(there?.body).toMatchObject({
    address: 'Ada@xn--mnchen-3ya.example',
    suppression: { reason: 'manual', detail: 'asked' },
  });
  expect(absent).toEqual(ok({ address: 'bob@example.net', suppression: null }));
  expect(none).toEqual(problem(404, 'not_found', 'Not found'));
});
