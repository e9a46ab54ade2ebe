import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { deployment } from '../harness/deployment.ts';
import { exchange, type Received } from '../harness/exchange.ts';
import { emailDomain, flowOf, provider, regex, template } from '../harness/flow.ts';
import { mailsWhere } from '../harness/inbox.ts';
import { type Left, leftInFiles, leftInTables, placesOf } from '../harness/traces.ts';

/** Unique words, one for each kind of private data, so that a test finds every place that holds the data. */
const words = {
  value: 'canary-of-a-value-Xq7',
  subject: 'canary-of-a-subject-Xq7',
  /** The name of a variable that no template uses. */
  name: 'canaryOfANameXq7',
  testData: 'canary-of-test-data-Xq7',
  address: 'canary-of-an-address-xq7',
  asked: 'canary-of-an-address-asked-xq7',
  /** The domain of an address; DNS does not answer for it. */
  domain: 'servfail.example',
  password: 'canary-of-a-password-Xq7',
  idempotencyKey: 'canary-of-an-idempotency-key-Xq7',
  query: 'canary-of-a-query-Xq7',
  fileName: 'canary-of-a-file-name-Xq7',
  fileContent: 'canaryOfAFileXq7',
  forgedKey: mintApiKey(() => Buffer.alloc(64, 7)),
};

const _to = `${words.address}@good.example`;
const bouncing = `bounce+${words.address}@simulator.amazonses.com`;
const variables = { value: words.value, title: words.subject };
const basic = Buffer.from(`ada:${words.password}`).toString('base64');

type Request = [path: string, body: object, headers?: Record<string, string>];

const keyed = { 'idempotency-key': words.idempotencyKey };
const keyedOtherwise = { 'idempotency-key': `${words.idempotencyKey}-2` };
const send = { templateId: 'sends', variables, _to };

const file = { name: `${words.fileName}.txt`, content: words.fileContent };
const wrongFiles = [
  { ...file, name: `${words.fileName}.exe` },
  { ...file, content: `${words.fileContent}%` },
];

const publicRequests: Request[] = [
  ['/v1/render', { template_id: 'plain', variables }],
  ['/v1/render', { template_id: 'plain', variables: { [words.name]: words.value }, report: true }],
  ['/v1/render', { template_id: 'plain', variables: { [words.name]: words.value } }],
  ['/v1/render', { template_id: 'plain', variables: { ...variables, value: [words.value] } }],
  ['/v1/render', { template_id: words.value, variables }],
  ['/v1/render', { template_id: 'plain', variables, big: words.value.repeat(60_000) }],
  ['/v1/execute', { templateId: 'plain', variables, _subject: words.subject }],
  ['/v1/execute', send, keyed],
  ['/v1/execute', send, keyed],
  ['/v1/execute', { ...send, variables: { ...variables, value: 'another' } }, keyed],
  ['/v1/execute', { ...send, _to: bouncing, templateId: 'sends-anywhere', _trace: true }],
  ['/v1/execute', { ...send, _to: words.address, _cc: words.address, _trace: true }],
  ['/v1/execute', { ...send, _to: `${words.address}@${words.domain}` }],
  ['/v1/execute', { ...send, _dryRun: true, _trace: true }],
  ['/v1/execute', { ...send, _attachments: [file], _trace: true }],
  ...wrongFiles.map((wrong): Request => ['/v1/execute', { ...send, _attachments: [file, wrong] }]),
  ['/v1/execute', { ...send, templateId: 'matches', _trace: true }],
  ['/v1/execute', { ...send, [`_${words.name}`]: words.address }],
  ['/v1/verify', { email: `${words.asked}@good.example` }],
  ['/v1/verify', { email: `${words.asked}@${words.domain}` }],
  ['/v1/verify', { email: `${words.asked}@@` }],
  [`/v1/verify?email=${words.query}`, { email: words.asked }],
  [`/v1/${words.query}`, variables],
  ['/v1/render', variables, { authorization: `Bearer ${words.forgedKey}` }],
  ['/v1/render', variables, { authorization: `Basic ${basic}` }],
];

const draft = { subject: '{{title}}', html: '<p>{{value}}</p>', data: variables };

const manageRequests: [method: string, ...Request][] = [
  ['GET', '/account', {}],
  ['GET', `/templates?search=${words.query}`, {}],
  ['GET', '/templates/plain', {}],
  ['GET', '/templates/plain/revisions/1', {}],
  ['POST', '/templates', { id: 'new', ...draft, name: '', html: '{{#open}}', testData: variables }],
  ['POST', '/render', draft],
  ['POST', '/render', { ...draft, data: { ...variables, value: [words.value] } }],
  ['POST', '/flow/run', { ...draft, delivery: { _to } }],
  ['POST', '/templates/sends-anywhere/test-send', { to: _to, data: variables }, keyedOtherwise],
  ['POST', '/templates/sends-anywhere/test-send', { to: words.address, data: variables }, keyed],
  ['POST', '/suppressions', { address: _to, note: 'asked' }],
  ['POST', '/suppressions', { address: words.address, note: 'asked' }],
  ['GET', '/suppressions', {}],
  ['GET', `/messages?to=${encodeURIComponent(_to)}`, {}],
  ['DELETE', `/suppressions/${encodeURIComponent(_to)}`, {}],
  ['POST', '/api-keys', { name: 'made' }],
  ['GET', '/api-keys', {}],
  ['GET', `/messages?password=${words.query}`, {}],
  ['PATCH', `/${words.query}`, variables],
];

const renderings = [
  ...['POST /v1/render 200', 'POST /v1/execute callback'],
  ...['POST /render 200', 'POST /flow/run 200'],
];

let made: string;

const account = await openAccount();
const content = { subject: '{{title|Hi}}', html: '<p>{{value}}</p>' };
const anywhere = flowOf(template, provider());
await account.save(
  { id: 'plain', ...content, ...{ testData: { value: words.testData } } },
  { id: 'sends', ...content, flow: flowOf(emailDomain(), template, provider()) },
  { id: 'sends-anywhere', ...content, flow: anywhere },
  { id: 'matches', ...content, flow: flowOf(regex({ field: 'value', pattern: 'x' }), template) },
);
const left = [...(await askAll()), ...leftInFiles(), ...(await leftInTables(account))];
const mails = await mailsWhere(({ destination }) => destination.to.some((to) => to === _to));
left.push({ place: 'inbox', text: JSON.stringify(mails) });

async function askAll(): Promise<Left[]> {
  const answers: Left[] = [];
  for (const [path, body, headers = {}] of publicRequests) {
    const answer = await callRaw(path, { key: account.key, body, headers });
    answers.push(leftIn('POST', path, answer));
  }
  await until(async () => (await ask('GET', '/suppressions', {})).text.includes(words.address));
  for (const [method, path, body, headers] of manageRequests) {
    const answer = await ask(method, path, body, headers);
    if (path === '/api-keys' && method === 'POST') made = JSON.parse(answer.text).secret;
    answers.push(leftIn(method, path, answer));
  }
  return answers;
}

function ask(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  const own = { 'x-postrider-account': account.accountId, 'content-type': 'application/json' };
  return exchange(`${deployment.dashboardUrl}/manage/v1${path}`, {
    method,
    headers: { ...own, ...headers },
    body: method === 'GET' ? '' : JSON.stringify(body),
  });
}

/** An answer's text and its place: the method, the resource without private values, and the outcome. */
function leftIn(method: string, path: string, { status, headers, text }: Received): Left {
  const [resource = ''] = path.replace(words.query, 'unknown').split('?');
  const shown = resource.replace(/(?<=\/suppressions\/).*/, 'address');
  const type = /^\{"success":\w+,"type":"(\w+)"/.exec(text)?.[1] ?? status;
  return { place: `${method} ${shown} ${type}`, text: text + JSON.stringify(headers) };
}

describe('secrets, addresses and values', () => {
  test.each<[word: keyof typeof words, belongsIn: string[]]>([
    ['value', [...renderings, 'inbox']],
    // A message's record keeps the subject that was sent, so that users can find the message.
    ['subject', [...renderings, 'GET /messages 200', 'Messages', 'inbox']],
    // An answer names a variable that the template does not have, because it is likely a typo.
    ['name', ['POST /v1/execute 400', 'POST /v1/render 200']],
    ['testData', ['GET /templates/plain 200', 'GET /templates/plain/revisions/1 200', 'Templates']],
    [
      'address',
      [
        ...['GET /messages 200', 'GET /suppressions 200', 'Messages', 'inbox'],
        ...['POST /suppressions 201', 'POST /suppressions 400'],
      ],
    ],
    ['asked', ['POST /v1/verify 200']],
    ['domain', []],
    ['password', []],
    ['idempotencyKey', []],
    ['query', []],
    ['fileName', ['GET /messages 200', 'Messages', 'inbox']],
    ['fileContent', ['inbox']],
    ['forgedKey', []],
  ])(
    'V14.2.1 V14.2.4 V16.2.5 %s stays where it belongs, in answers, logs, files and tables',
    (word, belongsIn) => {
      expect(placesOf(words[word], left)).toEqual([...belongsIn].sort());
    },
  );

  test('the secret of a key is in the answer that created it, and nowhere else', () => {
    expect([placesOf(made, left), placesOf(account.key, left)]).toEqual([
      ['POST /api-keys 201'],
      [],
    ]);
  });

  test('the search for secrets covers every place', () => {
    const places = new Set(left.map(({ place }) => place));

    expect([...places]).toEqual(
      expect.arrayContaining([
        ...['Keys', 'Accounts', 'Users', 'Templates', 'Messages', 'logs', 'inbox'],
        ...['deployment.json', 'control-plane.json'],
        ...['POST /v1/execute sent', 'POST /v1/execute validation_failed'],
        ...['POST /v1/execute 422', 'POST /v1/execute 500', 'POST /v1/render 401'],
        ...['POST /v1/render 413', 'POST /templates/sends-anywhere/test-send 200'],
      ]),
    );
    expect(
      left
        .filter(({ place }) => place === 'logs')
        .map(({ text }) => text)
        .join(''),
    ).toContain(account.accountId);
  });
});
