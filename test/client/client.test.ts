import { inspect } from 'node:util';
import type { ClientOptions } from '../../client/src/client.ts';
import { createClient, PostriderError } from '../../client/src/index.ts';
import { expect, test } from '../jest.ts';
import { serve } from '../serve.ts';
import { type Fate, secret, trialOf } from './trial.ts';

const rendered = { status: 200, body: { html: '<p>Ada</p>', subject: 'Hi' } };
const sent = { status: 200, body: { success: true, type: 'sent', messageId: 'ses-1' } };
const fault = { status: 500, body: { error: 'Internal server error' } };
const running = {
  status: 409,
  body: { error: 'A request with this Idempotency-Key is still running' },
  headers: { 'retry-after': '1' },
};
const rate = (retryAfter: string) => ({
  status: 429,
  body: { error: 'Rate limit exceeded' },
  headers: { 'retry-after': retryAfter },
});
const cut = new TypeError('fetch failed');

const template = { template_id: 'receipt', variables: { name: 'Ada' } };
const mail = { templateId: 'welcome', variables: {}, _to: 'ada@example.com' };

const checkBaseUrl = "Check baseUrl: it is the deployment's output BaseUrl, and ends in /v1";

/** The error of a call. */
const failure = (call: Promise<unknown>) =>
  call.then(
    (result) => ({ result }),
    (error) => error,
  );

/** Host and port where nothing listens. */
async function closedPort(): Promise<string> {
  const { port, stop } = await serve(() => undefined);
  await stop();
  return `127.0.0.1:${port}`;
}

/** All fields of an error. */
const fieldsOf = ({ name, message, ...facts }: PostriderError) => ({ name, message, ...facts });

const facts = (message: string, rest: object = {}) => ({
  ...{ name: 'PostriderError', message, status: undefined, requestId: undefined },
  ...{ retryAfter: undefined, idempotencyKey: undefined, ...rest },
});

test('a call of the client is one POST with the key, and returns the answer unchanged', async () => {
  const { client, tried } = trialOf([rendered]);

  expect(await client.render(template)).toEqual(rendered.body);
  expect(tried).toEqual([
    {
      url: 'https://api.example/v1/render',
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: template,
    },
  ]);
});

test('an outcome has the id from the header of the answer', async () => {
  const { client } = trialOf([
    { ...sent, headers: { 'x-message-id': '01KQHFP6800000000000000001' } },
  ]);

  expect(await client.execute(mail)).toEqual({ ...sent.body, id: '01KQHFP6800000000000000001' });
});

test('the client accepts a base address with a slash at its end', async () => {
  const { client, tried } = trialOf([rendered], { baseUrl: 'https://api.example/v1/' });

  await client.verify({ email: 'ada@example.com' });

  expect(tried.map(({ url }) => url)).toEqual(['https://api.example/v1/verify']);
});

test.each([400, 401, 403, 404, 413, 415, 422])(
  'the client does not repeat a request that is answered with %d',
  async (status) => {
    const { client, tried } = trialOf([{ status, body: { error: 'Template not found' } }]);

    const error = await failure(client.execute(mail));

    expect(error).toEqual(
      new PostriderError('Template not found', {
        ...{ status, requestId: 'request-1', idempotencyKey: 'made-key' },
      }),
    );
    expect(tried).toHaveLength(1);
  },
);

test.each<[string, Fate]>([
  ['a rate that is used up', rate('0')],
  ['a fault', fault],
  ['a gateway that has gone', { status: 503, body: '<html>' }],
  ['a cut connection', cut],
  ['an answer that was cut off', { status: 200, body: '{"html":' }],
])('a call is sent again after %s, byte for byte', async (_, fate) => {
  const { client, tried } = trialOf([fate, fate, sent]);

  expect(await client.execute(mail)).toEqual(sent.body);
  expect(tried).toEqual([tried[0], tried[0], tried[0]]);
});

test('a call of the client that a proxy refuses throws an error with the status', async () => {
  const { client } = trialOf([{ status: 407, body: '<html>' }]);

  expect(await failure(client.render(template))).toMatchObject({
    status: 407,
    message: `The answer from https://api.example/v1/render has status 407 and is not postrider's. ${checkBaseUrl}`,
  });
});

test('the client does not follow a redirect', async () => {
  const { client, tried } = trialOf([{ status: 308, body: '', headers: { location: '/b' } }]);

  const error = await failure(client.render(template));

  expect([error.status, tried.length]).toEqual([308, 1]);
});

test('the retries of the client end after three, with the last failure', async () => {
  const { client, tried } = trialOf([cut, cut, cut, fault]);

  const error = await failure(client.render(template));

  expect(fieldsOf(error)).toEqual(
    facts('Internal server error', { status: 500, requestId: 'request-1' }),
  );
  expect(tried).toHaveLength(4);
});

test('the client retries as often as the option says', async () => {
  const [never, once] = [trialOf([fault], { retries: 0 }), trialOf([fault], { retries: 1 })];

  await failure(never.client.verify({ email: 'a@b.example' }));
  await failure(once.client.verify({ email: 'a@b.example' }));

  expect([never.tried.length, once.tried.length]).toEqual([1, 2]);
});

test('the client waits longer after each try, at random below a ceiling that doubles up to 10 s', async () => {
  const { client, pauses } = trialOf([fault], { retries: 8 });

  await failure(client.render(template));

  expect(pauses).toEqual([125, 250, 500, 1000, 2000, 4000, 5000, 5000]);
});

test.each<[string, string, number]>([
  ['seconds', '7', 7125],
  ['a date', 'Sat, 21 Nov 2026 12:00:03 GMT', 3125],
  ['a date that has passed', 'Sat, 21 Nov 2026 11:00:00 GMT', 125],
  ['neither', 'soon', 125],
])('the client waits as long as Retry-After asks for in %s', async (_, header, pauseMs) => {
  const { client, pauses } = trialOf([rate(header), rendered]);

  await client.render(template);

  expect(pauses).toEqual([pauseMs]);
});

test('the client throws an error if it would have to wait over a minute', async () => {
  const { client, pauses } = trialOf([rate('61')]);

  const error = await failure(client.render(template));

  expect([error.status, error.retryAfter, pauses]).toEqual([429, 61, []]);
});

test('each execute of the client has a new Idempotency-Key', async () => {
  const keys: unknown[] = [];
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return Response.json(sent.body);
  };
  const client = createClient({ baseUrl: 'https://a.example/v1', apiKey: secret, fetch });

  await client.execute(mail);
  await client.execute(mail);

  expect(new Set(keys).size).toBe(2);
  expect(keys).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid)]);
});

test('an execute of the client has the Idempotency-Key that the caller gives', async () => {
  const { client, tried } = trialOf([cut, sent]);

  await client.execute(mail, { idempotencyKey: 'receipt-1001' });

  expect(tried.map(({ headers }) => headers['idempotency-key'])).toEqual([
    'receipt-1001',
    'receipt-1001',
  ]);
});

test('an execute of the client without an answer throws an error with its Idempotency-Key', async () => {
  const { client } = trialOf([cut], { retries: 0 });

  const error = await failure(client.execute(mail));

  expect(fieldsOf(error)).toEqual(
    facts('No answer from https://api.example/v1/execute: fetch failed', {
      idempotencyKey: 'made-key',
    }),
  );
  expect(error.cause).toBe(cut);
});

test('an execute of the client that still runs is repeated until it has ended, more often than the retries', async () => {
  const { client, tried, pauses } = trialOf([...Array(12).fill(running), sent], { retries: 1 });

  expect(await client.execute(mail)).toEqual(sent.body);
  expect([tried.length, new Set(pauses)]).toEqual([13, new Set([1125])]);
});

test('an execute of the client that never ends is given up after 30 repeats', async () => {
  const { client, tried } = trialOf([running]);

  const error = await failure(client.execute(mail));

  expect([error.status, tried.length]).toEqual([409, 31]);
});

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

test('a signal for a call of the client ends the try that runs, with its reason', async () => {
  const { client, tried } = trialOf(['silence']);
  const stop = new AbortController();

  const call = failure(client.render(template, { signal: stop.signal }));
  stop.abort('enough');

  expect([await call, tried.length]).toEqual(['enough', 1]);
});

test("a signal that was aborted before prevents the client's request", async () => {
  const { client, tried } = trialOf([sent]);

  const call = failure(client.execute(mail, { signal: AbortSignal.abort('never') }));

  expect([await call, tried.length]).toEqual(['never', 0]);
});

test('a signal for a call of the client ends a pause', async () => {
  const stop = new AbortController();
  const fetch = async () => {
    setTimeout(() => stop.abort('enough'), 1);
    return Response.json({ error: 'Rate' }, { status: 429, headers: { 'retry-after': '59' } });
  };
  const client = createClient({ baseUrl: 'https://a.example/v1', apiKey: secret, fetch });

  const call = failure(client.render(template, { signal: stop.signal }));

  expect(await call).toBe('enough');
});

test('a try of the client is given up after its time limit, and repeated', async () => {
  const { client, tried } = trialOf(['silence', rendered], { timeoutMs: 500 });

  const answer = await client.render(template);

  expect([answer, tried.length]).toEqual([rendered.body, 2]);
});

test('the last try of the client that reaches its limit throws an error with the limit', async () => {
  const { client } = trialOf(['silence'], { timeoutMs: 5, retries: 0 });

  const error = await failure(client.render(template));

  expect(fieldsOf(error)).toEqual(
    facts('No answer from https://api.example/v1/render within 5 ms'),
  );
});

const html = '<html>';

test.each<[string, string, Fate]>([
  [
    'that has no such route',
    'Not found: https://api.example/v1/verify.',
    { status: 404, body: { error: 'Not found' } },
  ],
  [
    'of another service',
    'Use GET: https://api.example/v1/verify.',
    { status: 405, body: { error: 'Use GET' } },
  ],
  [
    'of a gateway without such a route',
    "The answer from https://api.example/v1/verify has status 403 and is not postrider's.",
    { status: 403, body: { message: 'Forbidden' } },
  ],
  [
    'of a web page',
    "The answer from https://api.example/v1/verify has status 200 and is not postrider's.",
    { status: 200, body: html },
  ],
])(
  'the error of an address %s says what was called and what to check',
  async (_, message, fate) => {
    const { client, tried } = trialOf([fate]);

    const error = await failure(client.verify({ email: 'ada@example.com' }));

    expect([error.message, tried.length]).toEqual([`${message} ${checkBaseUrl}`, 1]);
  },
);

test('the error of a gateway that has gone says what was called, and not that the address is wrong', async () => {
  const { client } = trialOf([{ status: 503, body: html }], { retries: 0 });

  const error = await failure(client.verify({ email: 'ada@example.com' }));

  expect(error.message).toBe('The answer from https://api.example/v1/verify has status 503');
});

const refused = (address: string) =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });
const because = (cause: unknown) => new TypeError('fetch failed', { cause });

test.each<[string, string, Error]>([
  [
    'each address of a host that refused',
    `connect ECONNREFUSED ::1:3000, connect ECONNREFUSED 127.0.0.1:3000. ${checkBaseUrl}`,
    because(new AggregateError([refused('::1:3000'), refused('127.0.0.1:3000')])),
  ],
  [
    'the code of a fault without words',
    'UND_ERR_SOCKET',
    because(Object.assign(new Error(), { code: 'UND_ERR_SOCKET' })),
  ],
  ['a connection that was cut', 'read ECONNRESET', because(new Error('read ECONNRESET'))],
  [
    'a host that does not exist',
    `getaddrinfo ENOTFOUND api.exmaple. ${checkBaseUrl}`,
    because(new Error('getaddrinfo ENOTFOUND api.exmaple')),
  ],
])('the error of a call without an answer names %s', async (_, reason, fault) => {
  const { client } = trialOf([fault], { retries: 0 });

  const error = await failure(client.render(template));

  expect(error.message).toBe(`No answer from https://api.example/v1/render: ${reason}`);
});

test('the error of a call without an answer names a refused connection as the network does', async () => {
  const host = await closedPort();
  const client = createClient({ baseUrl: `http://${host}/v1`, apiKey: secret, retries: 0 });

  const error = await failure(client.render(template));

  expect(error.message).toBe(
    `No answer from http://${host}/v1/render: connect ECONNREFUSED ${host}. ${checkBaseUrl}`,
  );
});

test('the error of a call without an answer says that the answer was cut off', async () => {
  const { client } = trialOf([{ status: 200, body: '{"html":' }], { retries: 0 });

  const error = await failure(client.render(template));

  expect(error.message).toBe(
    'No answer from https://api.example/v1/render: the answer was cut off',
  );
});

test.each<[string, Fate]>([
  ['a refusal', { status: 401, body: { error: 'Invalid API key' } }],
  ['a cut connection', cut],
  ['an unreadable answer', { status: 200, body: 'nothing' }],
])('the error of %s does not contain the API key', async (_, fate) => {
  const { client } = trialOf([fate], { retries: 0 });

  const error = await failure(client.execute(mail));

  expect(error).toBeInstanceOf(PostriderError);
  expect(inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error)).not.toContain(
    secret,
  );
});

test.each(['', 'pr_with space', 'pr_line\n', 'pr_é'])(
  'the client refuses the API key %j without printing it',
  (apiKey) => {
    const make = () => trialOf([sent], { apiKey });

    expect(make).toThrow(new TypeError('apiKey must be printable ASCII, without spaces'));
  },
);

test.each<ClientOptions['baseUrl']>([
  ...['', 'api.example/v1', '/v1', 'ftp://api.example/v1', 'https://me:word@api.example/v1'],
])('the client refuses the base address %j', (baseUrl) => {
  expect(() => trialOf([sent], { baseUrl })).toThrow(
    new TypeError('baseUrl must be an http or https address like https://host/v1'),
  );
});

test.each(['apiKey', 'baseUrl'])(
  'the client refuses %s that is undefined, as an environment variable that is not set',
  (name) => {
    expect(() => trialOf([sent], { [name]: undefined })).toThrow(
      new TypeError(`${name} is missing. If it comes from an environment variable, set that`),
    );
  },
);
