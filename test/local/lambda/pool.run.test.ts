import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { serve } from '../../serve.ts';
import { type GatewayFixture, type RunningGateway, startGateway } from '../support/gateway.ts';
import { open } from '../support/raw-http.ts';

/** A gateway whose every path is answered by one function. */
function withFunction(code: string, more: object = {}, fixture: GatewayFixture = {}) {
  return startGateway({ functions: { echo: { code, ...more } }, ...fixture });
}

const log = (gateway: RunningGateway) => readFileSync(join(gateway.folder, 'echo.log'), 'utf8');

async function statusesOf(gateway: RunningGateway, paths: string[]): Promise<number[]> {
  const statuses = [];
  for (const path of paths) statuses.push((await fetch(`${gateway.url}${path}`)).status);
  return statuses;
}

/** Answers requests of `/3` once three of them wait, and so on, so that the functions that call it run concurrently. */
const waiting = new Map<string, (() => void)[]>();
const meeting = await serve(({ url = '' }, answer) => {
  const there = [...(waiting.get(url) ?? []), () => void answer.end()];
  const areAll = there.length === Number(url.slice(1));
  waiting.set(url, areAll ? [] : there);
  if (areAll) for (const end of there) end();
});

const ok = `({ statusCode: 200, body: 'fine' })`;

test.each([
  ['throws', 'throw new Error("oh");', 'echo: oh'],
  ['throws what is no error', 'throw "oh";', 'echo: oh'],
  ['rejects later', 'await 1; throw new TypeError("oh");', 'echo: oh'],
  ['exits', 'process.exit(7);', 'echo: exited with status 7'],
  [
    'crashes outside of its handler',
    'setTimeout(() => { throw new Error("oh"); }); await new Promise(() => {});',
    'echo: crashed: oh',
  ],
  [
    'forgets a promise',
    'Promise.reject(new Error("oh")); await new Promise(() => {});',
    'echo: crashed: oh',
  ],
  ['never ends', 'await new Promise(() => {});', 'echo: timed out after 1 s'],
  ['never lets go', 'for (;;);', 'echo: timed out after 1 s'],
])('a function that %s fails only that request', async (_, body, said) => {
  const gateway = await withFunction(
    `exports.handler = async (event) => { if (event.path === '/bad') { ${body} } return ${ok}; };`,
    said.includes('timed out') ? { timeoutSeconds: 1 } : {},
    { environments: 1 },
  );

  const [bad] = await statusesOf(gateway, ['/bad']);

  expect(bad).toBe(502);
  // On a slow machine, a good request can take more than the second, too.
  await until(async () => expect(await statusesOf(gateway, ['/good'])).toEqual([200]));
  expect(gateway.said[0]).toBe(said);
  expect(log(gateway)).toContain(said.replace(/^echo: (crashed: )?/, ''));
});

test.each([
  ['objects', 'kept.push({ name: `x${kept.length}` })'],
  ['texts', 'kept.push("x".repeat(1000) + kept.length)'],
  ['bytes', 'kept.push(Buffer.alloc(1_000_000, 1))'],
])('a function that fills the memory with %s fails only that request', async (_, fill) => {
  const gateway = await withFunction(
    `exports.handler = async (event) => {
          const kept = [];
          while (event.path === '/bad') ${fill};
          return ${ok};
        };`,
    { memoryMb: 64, timeoutSeconds: 28 },
  );

  expect(await statusesOf(gateway, ['/good', '/bad', '/good'])).toEqual([200, 502, 200]);
  expect(gateway.said[0]).toBe('echo: used more than its 64 MB of memory');
});

test.each([
  ['does not parse', 'exports.handler = {', /^echo: Unexpected end of input/],
  ['throws while it loads', 'throw new Error("no table");', /^echo: no table$/],
  ['has no handler', 'exports.other = 1;', /^echo: index.handler is not a function$/],
  [
    'expects a callback',
    'exports.handler = (event, context, callback) => callback(null, {});',
    /^echo: index.handler expects a callback, which Node 24 in Lambda does not support$/,
  ],
  ['exits while it loads', 'process.exit(3);', /^echo: exited with status 3$/],
])('a bundle that %s fails every request', async (_, code, said) => {
  const gateway = await withFunction(code);

  expect(await statusesOf(gateway, ['/a', '/b'])).toEqual([502, 502]);
  expect(gateway.said[0]).toMatch(said);
});

test('an environment has the variables of its function, and none of this machine', async () => {
  const gateway = await withFunction(
    `exports.handler = async () => ({ statusCode: 200, body: JSON.stringify(process.env) });`,
    {
      variables: {
        OWN: { 'Fn::Sub': 'at ${AWS::Region}' },
        AWS_ENDPOINT_URL_DYNAMODB: '',
        SENDERS: '',
        KEYS_TABLE: 'Keys',
      },
    },
  );

  const variables = (await (await fetch(gateway.url)).json()) as Record<string, string>;

  expect(variables).toMatchObject({
    OWN: 'at us-east-1',
    AWS_REGION: 'us-east-1',
    AWS_LAMBDA_FUNCTION_NAME: 'echo',
    AWS_ENDPOINT_URL_DYNAMODB: 'http://tables',
    SENDERS: '*',
    KEYS_TABLE: 'Keys',
  });
  expect(Object.keys(variables)).not.toEqual(expect.arrayContaining(['AWS_ENDPOINT_URL_SESV2']));
  expect(variables).not.toHaveProperty('DNS_SERVERS');
  expect(variables).not.toHaveProperty('PATH');
});

test('an environment keeps its modules, and shares nothing with another', async () => {
  const gateway = await withFunction(
    `let served = 0;
      exports.handler = async () => {
        await fetch('${meeting.url}/2');
        process.env.MARK = (process.env.MARK ?? '') + 'x';
        globalThis.mark = (globalThis.mark ?? '') + 'y';
        return { statusCode: 200, body: [++served, process.env.MARK, globalThis.mark].join() };
      };`,
    {},
    { environments: 2 },
  );
  const call = async () => (await fetch(gateway.url)).text();

  const first = await Promise.all([call(), call()]);
  const second = await Promise.all([call(), call()]);

  expect(first).toEqual(['1,x,y', '1,x,y']);
  expect(second).toEqual(['2,xx,yy', '2,xx,yy']);
});

test("a function gets Lambda's context", async () => {
  const gateway = await withFunction(
    `exports.handler = async (event, context) => ({
        statusCode: 200,
        body: JSON.stringify({ ...context, left: context.getRemainingTimeInMillis() }),
      });`,
    { timeoutSeconds: 5, memoryMb: 64 },
  );

  expect(await (await fetch(gateway.url)).json()).toEqual({
    functionName: 'echo',
    functionVersion: '$LATEST',
    invokedFunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:echo',
    memoryLimitInMB: '64',
    awsRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    logGroupName: '/aws/lambda/echo',
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    left: expect.any(Number),
  });
});

test('the log has the output of a function', async () => {
  const gateway = await withFunction(
    `exports.handler = async () => {
        console.log('out', { a: 1 });
        console.error('err');
        process.stdout.write('raw\\n');
        return ${ok};
      };`,
  );

  await fetch(gateway.url);

  expect(log(gateway)).toBe('out { a: 1 }\nerr\nraw\n');
});

test('a function may answer without a promise', async () => {
  const gateway = await withFunction(`exports.handler = () => ${ok};`);

  expect(await statusesOf(gateway, ['/'])).toEqual([200]);
});

/** Answers with its thread's id, once as many of these functions run as the path says. */
const threadOf = `exports.handler = async ({ path }) => {
    await fetch('${meeting.url}' + path);
    return { statusCode: 200, body: String(require('node:worker_threads').threadId) };
  };`;

test('a function has as many environments as parallel requests, up to the limit', async () => {
  const gateway = await withFunction(threadOf, {}, { environments: 3 });
  const threads = async (requests: number, together: number) => {
    const url = `${gateway.url}/${together}`;
    const calls = Array.from({ length: requests }, async () => (await fetch(url)).text());
    return new Set(await Promise.all(calls)).size;
  };

  expect([await threads(1, 1), await threads(2, 2), await threads(9, 3)]).toEqual([1, 2, 3]);
});

test('idle environments end, and a request starts a new one', async () => {
  const gateway = await withFunction(threadOf, {}, { keepMs: 1 });
  const thread = async () => (await fetch(`${gateway.url}/1`)).text();

  const first = await thread();

  await until(async () => expect(await thread()).not.toBe(first));
});

test('environments take waiting requests in their order', async () => {
  const gateway = await withFunction(
    `const order = [];
    exports.handler = async ({ path }) => {
      order.push(path);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { statusCode: 200, body: order.join() };
    };`,
    {},
    { environments: 1 },
  );
  const paths = ['/a', '/b', '/c', '/d', '/e'];
  const { socket, soFar } = await open(gateway.port);

  // On one connection, so that they arrive in this order.
  for (const path of paths) {
    socket.write(`GET /v1${path} HTTP/1.1\r\nHost: 127.0.0.1:${gateway.port}\r\n\r\n`);
  }

  await until(() => expect(soFar()).toMatch(/\r\n\/a,\/b,\/c,\/d,\/e$/));
});

test('a new environment serves the requests that waited for one that ended', async () => {
  const gateway = await withFunction(
    `exports.handler = async ({ path }) => {
        if (path === '/bad') process.exit(1);
        return ${ok};
      };`,
    {},
    { environments: 1 },
  );

  const answers = await Promise.all(
    ['/bad', '/good', '/bad', '/good'].map((path) => fetch(`${gateway.url}${path}`)),
  );

  expect(answers.map(({ status }) => status)).toEqual([502, 200, 502, 200]);
});
