import { expect, test } from '../../jest.ts';
import { openAccount } from '../harness/account.ts';
import { type Answer, call } from '../harness/call.ts';
import { parsedMailOf } from '../harness/eml.ts';
import { flowOf, inputs, provider, template } from '../harness/flow.ts';
import { mailsTo } from '../harness/inbox.ts';
import { messageThatIs } from '../harness/messages.ts';

const account = await openAccount();
const html = '<p>Hi {{name}}</p>';
const unsubscribe = 'https://acme.example/u/{{%user.id}}?l={{list}}';
await account.save(
  { id: 'plain', html, flow: flowOf(template, provider()) },
  {
    id: 'news',
    html,
    flow: flowOf(inputs({ name: 'list', default: 'all' }), template, provider({ unsubscribe })),
  },
  { id: 'own', html },
);

const _to = 'ada@good.example';
const plain = { templateId: 'plain', variables: { name: 'Ada' }, _to };
const news = { templateId: 'news', variables: { name: 'Ada', user: { id: "ü/1&'<" } }, _to };
const newsAddress = '<https://acme.example/u/%C3%BC%2F1%26%27%3C?l=all>';
const post = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click';

async function linesOf(answer: Answer, ...names: string[]): Promise<string[]> {
  const { headerLines } = await parsedMailOf(answer);
  const wanted = names.map((name) => name.toLowerCase());
  return headerLines.flatMap(({ key, line }) =>
    wanted.includes(key) ? [line.replace(/\r?\n(?=[ \t])/g, '')] : [],
  );
}

test('a mail has the headers of its request whole: those of a thread, and a value of 870 characters', async () => {
  const _headers = {
    'In-Reply-To': '<1001@acme.example>',
    References: '<1000@acme.example> <1001@acme.example>',
    'X-Long': 'a'.repeat(870),
  };

  const answer = await account.execute({ ...plain, _headers });

  expect(await linesOf(answer, ...Object.keys(_headers))).toEqual(
    Object.entries(_headers).map(([name, value]) => `${name}: ${value}`),
  );
});

test.each([
  [
    'of its request',
    { ...plain, _unsubscribe: 'https://acme.example/u/1?a=1&b=2' },
    '<https://acme.example/u/1?a=1&b=2>',
  ],
  ["of its flow, printed with the variables and the flow's defaults", news, newsAddress],
  [
    "of its request in place of its flow's, whose variables are then not needed",
    { ...news, variables: { name: 'Ada' }, _unsubscribe: 'https://acme.example/u/2' },
    '<https://acme.example/u/2>',
  ],
])('a mail has both headers for the address to unsubscribe %s', async (_, request, address) => {
  const answer = await account.execute(request);

  expect(await linesOf(answer, 'List-Unsubscribe', 'List-Unsubscribe-Post')).toEqual([
    `List-Unsubscribe: ${address}`,
    post,
  ]);
});

test('a mail of a batch has its own headers and the address of its flow', async () => {
  const messages = [{ ...news, _to: 'batched-headers@good.example', _headers: { 'X-Order': '7' } }];
  const body = { messages, _headers: { 'X-Order': 'all' } };

  const { status } = await call('/v1/batch', { key: account.key, body });

  expect(status).toBe(200);
  await messageThatIs('DELIVERED', account, 'batched-headers@good.example');
  const [mail] = await mailsTo('batched-headers@good.example');
  expect(mail?.headers).toEqual([
    { name: 'X-Order', value: '7' },
    { name: 'List-Unsubscribe', value: newsAddress },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ]);
});

test.each([
  [
    'a variable that the address of the flow misses',
    { ...news, variables: { name: 'Ada' } },
    'user.id',
    'Missing required variables: user.id',
  ],
  [
    'a value that makes the address of the flow wrong',
    { ...news, variables: { ...news.variables, list: 'a\r\nBcc: eve@good.example' } },
    '_unsubscribe',
    expect.stringMatching(/^The address to unsubscribe of the flow must be printable ASCII/),
  ],
])('%s is refused, in a dry run too', async (_, request, field, error) => {
  const refused = {
    status: 200,
    body: { success: false, type: 'validation_failed', error, field },
  };

  expect(await account.execute(request)).toEqual(refused);
  expect(await account.execute({ ...request, _dryRun: true })).toEqual(refused);
});
