import fc from 'fast-check';
import * as z from 'zod/mini';
import { refuse } from '../../../shared/engine/errors.ts';
import { requiredString } from '../../../shared/http/contract.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import type { ProxyEvent } from '../../../shared/http/proxy.ts';
import { Reply } from '../../../shared/http/reply.ts';
import { afterEach, beforeEach, expect, test } from '../../jest.ts';
import { catchPrinted, type PrintedLines } from '../../printed-lines.ts';

const request = z.object({ name: requiredString });
const context = { getRemainingTimeInMillis: () => 5000 } as Parameters<
  ReturnType<typeof endpoint>
>[1];

type Authorizer = ProxyEvent['requestContext']['authorizer'];
const liveKey: Authorizer = { accountId: 'acc_1', keyId: 'key_1' };

function eventWith(body: unknown, authorizer = liveKey): ProxyEvent {
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: { extendedRequestId: 'r-1', authorizer },
  };
}

const scope = { name: 'verify' } as const;
const greet = endpoint({ name: 'greet', scope, request, run: ({ name }) => ({ hello: name }) });
const failWith = (error: unknown) =>
  endpoint({
    name: 'fail',
    scope,
    request,
    run: () => {
      throw error;
    },
  });

let printed: PrintedLines;
let lines: string[];

beforeEach(() => {
  printed = catchPrinted();
  ({ lines } = printed);
});

afterEach(() => printed.restore());

test('an endpoint answers 200 with the result as JSON and the request id', async () => {
  expect(await greet(eventWith({ name: 'Ada' }), context)).toEqual({
    statusCode: 200,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1' },
    body: '{"hello":"Ada"}',
    isBase64Encoded: false,
  });
});

test('an endpoint tells the use case who calls', async () => {
  const whoami = endpoint({ name: 'whoami', scope, request, run: (_, caller) => ({ caller }) });

  const answer = await whoami(eventWith({ name: 'Ada' }), context);

  expect(answer.body).toBe('{"caller":{"accountId":"acc_1","keyId":"key_1"}}');
});

test('an endpoint answers a refusal with its status, its sentence and when to retry', async () => {
  expect(await failWith(refuse('noDnsAnswer'))(eventWith({ name: 'Ada' }), context)).toEqual({
    statusCode: 500,
    headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', 'retry-after': '1' },
    body: '{"error":"Domain lookup failed, try again"}',
    isBase64Encoded: false,
  });
});

test('V16.5.1 V16.3.4 an endpoint answers a fault without details and logs the whole cause', async () => {
  const fault = new Error('table lost', { cause: new Error('ECONNREFUSED') });

  const answer = await failWith(fault)(eventWith({ name: 'Ada' }), context);

  expect(answer.statusCode).toBe(500);
  expect(answer.body).toBe('{"error":"Internal server error"}');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'error',
    requestId: 'r-1',
    status: 500,
    outcome: 'fault',
    causes: [
      expect.stringContaining('Internal server error'),
      expect.stringContaining('table lost'),
      expect.stringContaining('ECONNREFUSED'),
    ],
  });
});

test('an endpoint writes one line for each request, without any of its values', async () => {
  await greet(eventWith({ name: 'Ada' }), context);
  await greet(eventWith({}), context);

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 'info',
      requestId: 'r-1',
      endpoint: 'greet',
      accountId: 'acc_1',
      keyId: 'key_1',
      status: 200,
      outcome: 'ok',
      ms: expect.any(Number),
      cold: expect.any(Boolean),
    },
    expect.objectContaining({ status: 400, outcome: 'refused', cold: false }),
  ]);
  expect(lines.join()).not.toContain('Ada');
});

test('an endpoint says in its line that the key is a test key, and tells the use case what the key does', async () => {
  const whoami = endpoint({ name: 'whoami', scope, request, run: (_, caller) => ({ caller }) });
  const test = '{"redirectTo":"qa@acme.example"}';

  const answer = await whoami(eventWith({ name: 'Ada' }, { ...liveKey, test }), context);

  expect(JSON.parse(answer.body).caller.test).toEqual({ redirectTo: 'qa@acme.example' });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ keyId: 'key_1', test: true });
  expect(lines[0]).not.toContain('qa@');
});

test("an endpoint knows the number of parts of its caller's messages", async () => {
  const whoami = endpoint({ name: 'whoami', scope, request, run: (_, caller) => ({ caller }) });
  const authorizer = { accountId: 'acc_1', keyId: 'key_1', messageParts: '16' };

  const answer = await whoami(eventWith({ name: 'Ada' }, authorizer), context);

  expect(answer.body).toBe('{"caller":{"accountId":"acc_1","keyId":"key_1","messageParts":16}}');
});

test('an endpoint refuses a request that no authorizer has seen', async () => {
  const answer = await greet({ ...eventWith({ name: 'Ada' }), requestContext: {} }, context);

  expect(answer.statusCode).toBe(500);
});

test('an endpoint passes a use case the headers in any case, and the whole body', async () => {
  const echo = endpoint({
    name: 'echo',
    scope,
    request,
    run: (_, __, { body, header, requestId }) => ({
      body,
      requestId,
      given: header('idempotency-key'),
      missing: header('cookie') ?? null,
    }),
  });
  const event = eventWith({ name: 'Ada', more: [1] });

  const answer = await echo(
    { ...event, headers: { ...event.headers, 'IDEMPOTENCY-Key': 'k' } },
    context,
  );

  expect(JSON.parse(answer.body)).toEqual({
    body: { name: 'Ada', more: [1] },
    requestId: 'r-1',
    given: 'k',
    missing: null,
  });
});

test("an endpoint sends a use case's own answer byte for byte, and logs its notes", async () => {
  const notes = { outcome: 'sent', messageId: 'm-1', causes: ['the record'] };
  const written = endpoint({
    name: 'written',
    scope,
    request,
    run: () => new Reply('{ "a":1 }', notes, { 'idempotent-replayed': 'true' }),
  });

  expect(await written(eventWith({ name: 'Ada' }), context)).toEqual({
    statusCode: 200,
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'r-1',
      'idempotent-replayed': 'true',
    },
    body: '{ "a":1 }',
    isBase64Encoded: false,
  });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', status: 200, ...notes });
});

test('an endpoint logs the notes of a use case that then refuses', async () => {
  const noting = endpoint({
    name: 'noting',
    scope,
    request,
    run: (_, __, ___, note) => {
      note({ templateId: 'welcome', revision: 2 });
      throw refuse('missingVariables', ['name']);
    },
  });

  await noting(eventWith({ name: 'Ada' }), context);

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    status: 400,
    outcome: 'refused',
    templateId: 'welcome',
    revision: 2,
  });
});

test('an answer that is too large for Lambda is a 400 with the limit', async () => {
  const large = endpoint({
    name: 'large',
    scope,
    request,
    run: () => ({ html: '"'.repeat(1_500_000) }),
  });

  const answer = await large(eventWith({ name: 'Ada' }), context);

  expect(answer.statusCode).toBe(400);
  expect(answer.body).toBe('{"error":"The answer is larger than 5.5 MB"}');
});

test('V4.1.1 any event gets a valid answer', async () => {
  const anyEvent = fc.record({
    headers: fc.option(fc.dictionary(fc.string(), fc.string())),
    body: fc.option(fc.oneof(fc.string(), fc.json(), fc.base64String())),
    isBase64Encoded: fc.boolean(),
    requestContext: fc.record({ authorizer: fc.option(fc.constant({ accountId: 'a' })) }),
  });

  await fc.assert(
    fc.asyncProperty(anyEvent, async (event) => {
      const answer = await greet(event as ProxyEvent, context);

      expect([200, 400, 413, 415, 500]).toContain(answer.statusCode);
      expect(typeof JSON.parse(answer.body)).toBe('object');
    }),
    { numRuns: 300 },
  );
});
