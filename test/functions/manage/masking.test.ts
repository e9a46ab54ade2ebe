import { alone } from '../../../shared/adapters/tables/change.ts';
import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { putEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { flowOf, provider, template } from '../../api/harness/flow.ts';
import { expect, test } from '../../jest.ts';
import { messageRecord, recipient, report } from '../../shared/manage/message-records.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';
import {
  type Asking,
  accountId,
  ask,
  dashboard,
  problem,
  startDashboardForFile,
} from './dashboard.ts';

await startDashboardForFile();

const expiresAt = Math.floor(Date.now() / 1000) + 86_400;

async function record(change: Partial<MessageRecord>): Promise<string> {
  const messageId = change.messageId ?? newMessageId(Date.now());
  const message = messageRecord({ accountId, expiresAt, ...change, messageId });
  await beginMessage(dashboard.tables.messages, message);
  return messageId;
}

/** Asks as a user with these roles. */
const as =
  (roles: string) =>
  (method: string, path: string, asking: Asking = {}) =>
    ask(method, path, { authorizer: { accountId, roles }, ...asking });
const asViewer = (path: string, query: Record<string, string> = {}) =>
  as('viewer')('GET', path, { query });
const idsOf = ({ body }: { body: unknown }) =>
  (body as { items: { id: string }[] }).items.map(({ id }) => id);

const ada = 'Ada.Byron@xn--mnchen-3ya.example';
const bounce = report({
  ...{ state: 'BOUNCED', category: 'Permanent/General' },
  addresses: ['ADA.byron@xn--mnchen-3ya.example', 'stranger.byron@example.org'],
  reason: `550 ${ada}: no Ada Byron here`,
});
const about = { subject: 'Dear Ada Byron', recipients: [recipient(ada)] };
const records: [string, Partial<MessageRecord>][] = [
  ['sent', about],
  ['bounced', { ...about, reported: 'BOUNCED', events: [bounce] }],
  ['failed', { ...about, state: 'FAILED', error: `Address ${ada} is not verified: Byron` }],
  ['unknown', { ...about, state: 'UNKNOWN', error: `no answer for ${ada}` }],
  ['refused', { ...about, subject: '', state: 'REFUSED', error: `${ada} is suppressed` }],
  [
    'refused without an address',
    {
      state: 'REFUSED',
      recipients: [recipient('byron the 1st')],
      error: '"byron the 1st" is none',
    },
  ],
  [
    'redirected',
    { ...about, redirectedTo: 'qa.byron@acme.example', leftOut: [ada, 'ada2.byron@example.net'] },
  ],
  ['to several', { ...about, recipients: [recipient('x@example.net'), recipient(ada, '_bcc')] }],
  ['a test key’s', { ...about, messageId: newTestMessageId(Date.now()) }],
];

test.each(records)(
  'V8.2.3 without the right to see recipients, no field of a message tells who they are: %s',
  async (_, change) => {
    const id = await record(change);
    const test = String(id === change.messageId);
    await ask('POST', '/suppressions', { body: { address: ada, note: 'Byron asked' } });

    const shown = await asViewer(`/messages/${id}`);
    const listed = await asViewer('/messages', { test });
    const found = await asViewer('/messages', { search: id });

    expect([shown, listed, found]).toMatchObject([
      { status: 200, body: { id, masked: true, subject: '•' } },
      { status: 200, body: { masked: true, items: [{ id, subject: '•' }] } },
      { status: 200, body: { masked: true, exact: true, items: [{ id }] } },
    ]);
    expect(JSON.stringify([shown, listed, found])).not.toMatch(/byron|Ada|münchen@|550 /i);
  },
);

test('a masked message keeps the places of its recipients, their domains and states', async () => {
  const id = await record({
    recipients: [recipient(ada), recipient('bob@example.net', '_cc')],
    ...{ reported: 'BOUNCED', events: [{ ...bounce, addresses: ['bob@example.net'] }] },
  });

  const { body } = await asViewer(`/messages/${id}`);

  expect(body).toMatchObject({
    to: ['•1@xn--mnchen-3ya.example', '•2@example.net'],
    state: 'BOUNCED',
    recipients: [
      { address: '•1@xn--mnchen-3ya.example', field: '_to', state: null },
      { address: '•2@example.net', field: '_cc', state: 'BOUNCED', reason: null },
    ],
    findings: [{ addresses: ['•2@example.net'], state: 'BOUNCED' }],
    events: expect.arrayContaining([
      expect.objectContaining({ text: 'Bounced (Permanent/General) •2@example.net' }),
    ]),
  });
});

test('without the right, a search looks at ids and references, and none is by a recipient', async () => {
  const id = await record({ ...about, reference: 'order-1', templateId: 'welcome' });
  const search = async (text: string) => idsOf(await asViewer('/messages', { search: text }));

  dashboard.log();
  const byRecipient = await asViewer('/messages', { to: ada });
  expect(dashboard.log()).toMatchObject([{ status: 403, denied: 'personal' }]);

  const detail = 'This needs the role support or admin; your role in this account is viewer';
  expect(byRecipient).toEqual(
    problem(403, 'not_permitted', 'Your role does not allow this', { detail }),
  );
  expect(await Promise.all(['byron', 'Dear', 'order', 'welc'].map(search))).toEqual([
    [],
    [],
    [id],
    [id],
  ]);
  expect(idsOf(await asViewer('/messages', { domain: 'münchen.example' }))).toEqual([id]);
  expect(idsOf(await as('support')('GET', '/messages', { query: { to: ada } }))).toEqual([id]);
});

test('without the right, test keys and the answers of webhooks have no address', async () => {
  const options = { redirectTo: 'qa@acme.example', allow: ['@acme.example', 'eve@b.example'] };
  const created = await ask('POST', '/api-keys', {
    body: { name: 'ci', mode: 'test', ...options },
  });
  const { keyId } = created.body as { keyId: string };
  const lastError = `HTTP 500: no ${ada}`;
  const endpoint = webhookEndpoint({ accountId, lastStatus: 500, lastError, failures: 1 });
  await putEndpoint(dashboard.tables.messages, endpoint, alone);

  const keys = await asViewer('/api-keys');
  const paused = await as('publisher')('PATCH', `/api-keys/${keyId}`, {
    body: { state: 'paused' },
  });
  const webhooks = await asViewer('/webhooks');

  const masked = { redirectTo: '•1@acme.example', allow: ['@acme.example', '•2@b.example'] };
  expect(keys.body).toMatchObject({ items: [masked] });
  expect(paused.body).toMatchObject(masked);
  expect(webhooks.body).toMatchObject({ items: [{ lastStatus: 500, lastError: 'answered 500' }] });
});

const flow = flowOf(template, provider({ from: 'Zoe <zoe@example.com>' }));
const content = { name: 'Welcome', subject: 'Hi', html: '<p>Hi</p>', flow };

test('without the right, a run of a flow and a mail sent again do not tell who is suppressed', async () => {
  await ask('POST', '/templates', { body: { id: 'welcome', ...content, keep: '7d' } });
  const id = await record({ ...about, revision: 1 });
  const bodies = { subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' };
  await keepCopy(
    dashboard.tables.messages,
    { accountId, messageId: id },
    { variables: {}, bodies },
    expiresAt,
  );
  await ask('POST', '/suppressions', { body: { address: ada } });
  const body = { ...content, data: {}, delivery: { _to: ada } };

  const run = await as('author')('POST', '/flow/run', { body });
  const headers = { 'Idempotency-Key': 'k' };
  const again = await as('publisher')('POST', `/messages/${id}/send-again`, { headers });

  expect(run.body).toMatchObject({ outcome: { type: 'callback' } });
  expect(again).toMatchObject({ status: 400 });
  expect(JSON.stringify(again)).toContain('•@xn--mnchen-3ya.example is suppressed since');
});
