import { writeAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { keepCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { beginMessage } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { putUser } from '../../../shared/adapters/tables/users-table.ts';
import { putEndpoint } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { expect, test } from '../../jest.ts';
import { messageRecord, recipient, report } from '../../shared/manage/message-records.ts';
import { webhookEndpoint } from '../../shared/webhook/endpoints.ts';
import {
  type Asking,
  accountId,
  ask,
  dashboard,
  ok,
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

const flow = {
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: 'Zoe <zoe@example.com>' },
  ],
  edges: [{ from: 'mail', to: 'send' }],
};
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

test('an author sends test mails only to the own address and to the seed list', async () => {
  await ask('POST', '/templates', { body: { id: 'welcome', ...content } });
  await writeAccount(dashboard.tables.accounts, accountId, { seeds: ['Qa@seeds.example'] }, alone);
  const user = { sub: `sub-${accountId}`, accountId, email: 'ann@example.com' };
  const roles = { [accountId]: ['author'] };
  await putUser(dashboard.tables.users, { ...user, invitedAt: '2026-01-01', roles }, alone);
  const authorizer = { claims: { sub: user.sub } };
  const send = (to: string) =>
    ask('POST', '/templates/welcome/test-send', {
      ...{ authorizer, headers: { 'Idempotency-Key': to.replace(/\W/g, '') }, body: { to } },
    });

  const statuses = await Promise.all(
    ['ann@example.com', 'Ann <ANN@example.com>', 'qa@seeds.example', 'no address'].map(send),
  );
  const refused = await send('eve@example.com');
  const { body } = await ask('GET', '/account', { authorizer });

  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  const detail =
    'Without the role publisher or admin, test mails go only to your own address and to the seed list';
  expect(refused).toEqual(
    problem(403, 'not_permitted', 'Your role does not allow this', { detail }),
  );
  expect(body).toMatchObject({ testTo: ['ann@example.com', 'Qa@seeds.example'] });
});

test('an author makes a template by its first draft, which takes no id that is or was in use', async () => {
  const author = as('author');
  const first = (id: string, html = 'one') =>
    author('PUT', `/templates/${id}/draft`, {
      ...{ headers: { 'If-None-Match': '*' }, body: { ...content, html, from: 0 } },
    });
  await ask('POST', '/templates', { body: { id: 'served', ...content } });
  await ask('POST', '/templates', { body: { id: 'deleted', ...content } });
  await ask('DELETE', '/templates/deleted', { headers: { 'If-Match': '"1"' } });

  const made = await first('fresh');
  const repeated = await first('fresh');
  const refused = [await first('fresh', 'two'), await first('served'), await first('deleted')];
  const listed = await author('GET', '/templates', { query: { state: 'draft' } });
  const headers = { 'If-Match': made.headers.etag ?? '' };
  const published = await ask('POST', '/templates/fresh/draft/publish', {
    ...{ headers, body: { over: 0 } },
  });

  expect(made).toMatchObject({ status: 200, body: { id: 'fresh', draft: { from: null } } });
  expect(repeated).toEqual(made);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 404]);
  expect(JSON.stringify(listed.body)).toContain('"fresh"');
  expect(published).toMatchObject({ status: 200, body: { revision: 1, draft: null } });
});

test('an admin sees who may open the account, and what they may do', async () => {
  const invitedAt = '2026-01-01T00:00:00.000Z';
  const put = (name: string, user: object) =>
    putUser(
      dashboard.tables.users,
      {
        ...{ sub: `${name}-${accountId}`, accountId, email: `${name}@example.com`, invitedAt },
        ...user,
      },
      alone,
    );
  await put('zoe', { roles: { [accountId]: ['support', 'author'] } });
  await put('ann', {});
  await put('eve', { accountId: 'acc_other' });

  expect(await ask('GET', '/users')).toEqual(
    ok({
      items: [
        { email: 'ann@example.com', roles: ['admin'], invitedAt },
        { email: 'zoe@example.com', roles: ['support', 'author'], invitedAt },
      ],
      nextCursor: null,
    }),
  );
});
