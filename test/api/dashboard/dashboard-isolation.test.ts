import { describe, expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const url = `${deployment.dashboardUrl}/manage/v1`;
const owner = await openAccount();
const stranger = await openAccount();
await owner.save({ id: 'owned', html: '<p>Hi</p>', flow: flowOf(template, provider()) });
await owner.execute({ templateId: 'owned', variables: {}, _to: 'ada@good.example' });
const _sendAt = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
await owner.execute({ templateId: 'owned', variables: {}, _to: 'ada@good.example', _sendAt });
await ask(owner.accountId, 'POST', '/suppressions', { address: 'gone@good.example' });
// Nothing listens on this port: the webhook's first test event is refused.
await ask(owner.accountId, 'POST', '/webhooks', { url: 'http://127.0.0.1:65535/hooks' });

async function ask(
  accountId: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-postrider-account': accountId, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const id = answer.headers.get('x-request-id') ?? '';
  const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: rest, text: (await answer.text()).replaceAll(id, 'ID') };
}

const content = { name: 'N', subject: 'S', html: '<p></p>', text: null, testData: {}, flow: null };

/** Every request that names something by an id. An unknown id gets a 404, or a removal that does nothing. */
const requests: [
  does: string,
  request: (
    id: string,
  ) => [method: string, path: string, body?: unknown, headers?: Record<string, string>],
  kind: 'template' | 'key' | 'message' | 'scheduled' | 'suppression' | 'webhook',
  status: number,
][] = [
  ['shows a template', (id) => ['GET', `/templates/${id}`], 'template', 404],
  [
    'writes a template',
    (id) => ['PUT', `/templates/${id}`, content, { 'if-match': '"1"' }],
    'template',
    404,
  ],
  [
    'writes a template of a stale revision',
    (id) => ['PUT', `/templates/${id}`, content, { 'if-match': '"9"' }],
    'template',
    404,
  ],
  [
    'deletes a template',
    (id) => ['DELETE', `/templates/${id}`, undefined, { 'if-match': '"1"' }],
    'template',
    404,
  ],
  ['deletes a template unseen', (id) => ['DELETE', `/templates/${id}`], 'template', 428],
  ['lists revisions', (id) => ['GET', `/templates/${id}/revisions`], 'template', 404],
  ['shows a revision', (id) => ['GET', `/templates/${id}/revisions/1`], 'template', 404],
  ['shows a draft', (id) => ['GET', `/templates/${id}/draft`], 'template', 404],
  [
    'saves a draft',
    (id) => ['PUT', `/templates/${id}/draft`, { ...content, from: 1 }, { 'if-none-match': '*' }],
    'template',
    404,
  ],
  [
    'drops a draft',
    (id) => ['DELETE', `/templates/${id}/draft`, undefined, { 'if-match': '"1"' }],
    'template',
    404,
  ],
  [
    'publishes a draft',
    (id) => ['POST', `/templates/${id}/draft/publish`, { over: 1 }, { 'if-match': '"1"' }],
    'template',
    404,
  ],
  [
    'restores a revision',
    (id) => ['POST', `/templates/${id}/revisions/1/restore`, undefined, { 'if-match': '"1"' }],
    'template',
    404,
  ],
  [
    'sends a test',
    (id) => [
      ...(['POST', `/templates/${id}/test-send`, { to: 'ada@good.example', data: {} }] as const),
      { 'idempotency-key': 'one' },
    ],
    'template',
    404,
  ],
  ['deletes a key', (id) => ['DELETE', `/api-keys/${id}`], 'key', 404],
  ['shows a message', (id) => ['GET', `/messages/${id}`], 'message', 404],
  ['shows the copy of a message', (id) => ['GET', `/messages/${id}/copy`], 'message', 404],
  ['shows a scheduled message', (id) => ['GET', `/messages/${id}`], 'scheduled', 404],
  ['sends a scheduled message now', (id) => ['POST', `/messages/${id}/send`, {}], 'scheduled', 404],
  ['cancels a scheduled message', (id) => ['POST', `/messages/${id}/cancel`], 'scheduled', 404],
  ['shows a webhook', (id) => ['GET', `/webhooks/${id}`], 'webhook', 404],
  ['pauses a webhook', (id) => ['PATCH', `/webhooks/${id}`, { state: 'paused' }], 'webhook', 404],
  ['rotates a secret of a webhook', (id) => ['POST', `/webhooks/${id}/rotate`], 'webhook', 404],
  ['tests a webhook', (id) => ['POST', `/webhooks/${id}/test`], 'webhook', 404],
  ['lists failures of a webhook', (id) => ['GET', `/webhooks/${id}/failures`], 'webhook', 404],
  [
    'sends events to a webhook again',
    (id) => ['POST', `/webhooks/${id}/resend`, { messageId: ids.message[0] }],
    'webhook',
    404,
  ],
  ['deletes a webhook', (id) => ['DELETE', `/webhooks/${id}`], 'webhook', 404],
  ['removes a suppression', (id) => ['DELETE', `/suppressions/${id}`], 'suppression', 204],
  [
    'goes on in the keys',
    (id) => ['GET', `/api-keys?cursor=${Buffer.from(id).toString('base64url')}`],
    'key',
    400,
  ],
  [
    'goes on in the templates',
    (id) => ['GET', `/templates?cursor=${Buffer.from(id).toString('base64url')}`],
    'template',
    200,
  ],
  [
    'goes on in the messages',
    (id) => ['GET', `/messages?cursor=${Buffer.from(id).toString('base64url')}`],
    'message',
    200,
  ],
  [
    'goes on in the suppressions',
    (id) => ['GET', `/suppressions?cursor=${Buffer.from(id).toString('base64url')}`],
    'suppression',
    200,
  ],
  ['looks for templates', (id) => ['GET', `/templates?search=${id}`], 'template', 200],
  ['looks for messages', (id) => ['GET', `/messages?to=${id}`], 'suppression', 200],
  ['searches for a message', (id) => ['GET', `/messages?search=${id}`], 'message', 200],
];

async function listed(path: string) {
  const { text } = await ask(owner.accountId, 'GET', path);
  return (JSON.parse(text) as { items: { id: string; state: string }[] }).items;
}

const messages = await listed('/messages');
const sent = messages.find(({ state }) => state !== 'SCHEDULED')?.id ?? '';
const scheduled = messages.find(({ state }) => state === 'SCHEDULED')?.id ?? '';
const [{ id: webhook } = { id: '' }] = await listed('/webhooks');

const ids = {
  template: ['owned', 'other'],
  key: [owner.keyId, owner.keyId.replace(/.{4}$/, 'zzzz')],
  message: [sent, '01JD0000000000000000000000'],
  scheduled: [scheduled, '01JD0000000000000000000000'],
  webhook: [webhook, webhook.replace(/.{4}$/, 'zzzz')],
  suppression: ['gone@good.example', 'here@good.example'],
} as const;

describe('the data of another account', () => {
  test.each(requests)(
    "V8.2.2 another account's data is unknown: %s",
    async (_, request, kind, status) => {
      const [known, unknown] = ids[kind];

      const answers = await Promise.all(
        [known, unknown].map((id) => ask(stranger.accountId, ...request(id))),
      );

      const [toKnown, toUnknown] = answers.map((answer, at) => ({
        ...answer,
        // An answer may repeat what its caller sent.
        text: answer.text.replaceAll(at === 0 ? known : unknown, 'THE-ID'),
      }));
      expect(toKnown).toEqual(toUnknown);
      expect(toKnown?.status).toBe(status);
    },
  );

  test("after the requests of another account, an account's data is unchanged", async () => {
    const paths = [
      ...['/templates/owned', `/messages/${ids.message[0]}`, '/suppressions', '/api-keys'],
      ...[`/messages/${ids.scheduled[0]}`, `/webhooks/${ids.webhook[0]}`],
    ];

    const answers = await Promise.all(paths.map((path) => ask(owner.accountId, 'GET', path)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(answers[0]?.text).toContain('"revision":1');
    expect(answers[2]?.text).toContain('gone@good.example');
    expect(answers[3]?.text).toContain('"active"');
    expect(answers[4]?.text).toContain('"SCHEDULED"');
    expect(answers[5]?.text).toContain('"active"');
  });
});
