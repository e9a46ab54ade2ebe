import { describe, expect, test } from 'vitest';
import { openAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const url = `${deployment.dashboardUrl}/manage/v1`;
const owner = await openAccount();
const stranger = await openAccount();
await owner.save({ id: 'owned', html: '<p>Hi</p>', flow: flowOf(template, provider()) });
await owner.execute({ templateId: 'owned', variables: {}, _to: 'ada@good.example' });
await ask(owner.accountId, 'POST', '/suppressions', { address: 'gone@good.example' });

/** Asks in the name of an account; an answer to the byte, but for what differs each time. */
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

/** Every request that names something by an id; what is not there is a 404, or nothing to remove. */
const requests: [
  does: string,
  request: (
    id: string,
  ) => [method: string, path: string, body?: unknown, headers?: Record<string, string>],
  kind: 'template' | 'key' | 'message' | 'suppression',
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
];

const { text } = await ask(owner.accountId, 'GET', '/messages');
const { items } = JSON.parse(text) as { items: { id: string }[] };

/** The owner's id of each kind, and one as long that nobody has. */
const ids = {
  template: ['owned', 'other'],
  key: [owner.keyId, owner.keyId.replace(/.{4}$/, 'zzzz')],
  message: [items[0]?.id ?? '', '01JD0000000000000000000000'],
  suppression: ['gone@good.example', 'here@good.example'],
} as const;

describe('the data of another account', () => {
  test.each(requests)("another account's data is unknown: %s", async (_, request, kind, status) => {
    const [known, unknown] = ids[kind];

    const answers = await Promise.all(
      [known, unknown].map((id) => ask(stranger.accountId, ...request(id))),
    );

    const [toKnown, toUnknown] = answers.map((answer, at) => ({
      ...answer,
      // What the caller wrote may stand in its answer.
      text: answer.text.replaceAll(at === 0 ? known : unknown, 'THE-ID'),
    }));
    expect(toKnown).toEqual(toUnknown);
    expect(toKnown?.status).toBe(status);
  });

  test("after the requests of another account, an account's data is unchanged", async () => {
    const paths = [`/templates/owned`, `/messages/${ids.message[0]}`, '/suppressions', '/api-keys'];

    const answers = await Promise.all(paths.map((path) => ask(owner.accountId, 'GET', path)));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers[0]?.text).toContain('"revision":1');
    expect(answers[2]?.text).toContain('gone@good.example');
    expect(answers[3]?.text).toContain('"active"');
  });
});
