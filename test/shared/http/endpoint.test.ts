import fc from 'fast-check';
import * as z from 'zod/mini';
import { refuse } from '../../../shared/engine/errors.ts';
import { requiredString } from '../../../shared/http/contract.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import type { ProxyEvent } from '../../../shared/http/proxy.ts';
import { WrittenAnswer } from '../../../shared/http/written-answer.ts';
import { afterEach, beforeEach, expect, test } from '../../jest.ts';
import { catchPrinted, type PrintedLines } from '../../printed-lines.ts';

const request = z.object({ name: requiredString });
const context = { getRemainingTimeInMillis: () => 5000 } as Parameters<typeof greet>[1];

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
const whoami = endpoint({ name: 'whoami', scope, request, run: (_, caller) => ({ caller }) });
const failWith = (error: unknown) =>
  endpoint({ name: 'fail', scope, request, run: () => Promise.reject(error) });
const ada = eventWith({ name: 'Ada' });

let printed: PrintedLines;
beforeEach(() => {
  printed = catchPrinted();
});
afterEach(() => printed.restore());

/** The log lines of the test so far. */
const logged = () => printed.lines.map((line) => JSON.parse(line));

/** An answer with the headers that each has. */
const answerOf = (statusCode: number, body: string, headers: Record<string, string> = {}) => ({
  statusCode,
  headers: { 'content-type': 'application/json', 'x-request-id': 'r-1', ...headers },
  body,
  isBase64Encoded: false,
});

test('an endpoint answers 200 with the result as JSON and the request id', async () => {
  expect(await greet(ada, context)).toEqual(answerOf(200, '{"hello":"Ada"}'));
});

test('an endpoint tells the use case who calls', async () => {
  const answer = await whoami(ada, context);

  expect(answer.body).toBe('{"caller":{"accountId":"acc_1","keyId":"key_1"}}');
});

test('an endpoint answers a refusal with its status, its sentence and when to retry', async () => {
  expect(await failWith(refuse('noDnsAnswer'))(ada, context)).toEqual(
    answerOf(500, '{"error":"Domain lookup failed, try again"}', { 'retry-after': '1' }),
  );
});

test('V16.5.1 V16.3.4 an endpoint answers a fault without details and logs the whole cause', async () => {
  const fault = new Error('table lost', { cause: new Error('ECONNREFUSED') });

  const answer = await failWith(fault)(ada, context);

  const causes = ['Internal server error', 'table lost', 'ECONNREFUSED'];
  expect(answer).toEqual(answerOf(500, '{"error":"Internal server error"}'));
  expect(logged()).toMatchObject([
    {
      ...{ level: 'error', requestId: 'r-1', status: 500, outcome: 'fault' },
      causes: causes.map((cause) => expect.stringContaining(cause)),
    },
  ]);
});

test('an endpoint writes one line for each request, without any of its values', async () => {
  await greet(ada, context);
  await greet(eventWith({}), context);

  expect(logged()).toEqual([
    {
      ...{ level: 'info', requestId: 'r-1', endpoint: 'greet', accountId: 'acc_1', keyId: 'key_1' },
      ...{ status: 200, outcome: 'ok', ms: expect.any(Number), cold: expect.any(Boolean) },
    },
    expect.objectContaining({ status: 400, outcome: 'refused', cold: false }),
  ]);
  expect(printed.lines.join()).not.toContain('Ada');
});

test('an endpoint names the fields that it ignored in a header and in its line, but no address', async () => {
  const unknown = { cc: 'x', reply_to: 'x', 'ada@example.com': 1, to: null };

  const answers = [
    await greet(eventWith({ name: 'Ada', ...unknown }), context),
    await greet(eventWith(unknown), context),
  ];

  for (const { headers } of answers) {
    expect(headers).toMatchObject({ 'x-postrider-ignored': 'cc, reply_to, 1 other' });
  }
  expect(logged().map(({ ignored }) => ignored)).toEqual([
    ['cc', 'reply_to', '1 other'],
    undefined,
  ]);
});

test('an endpoint says in its line that the key is a test key, and tells the use case what the key does', async () => {
  const test = '{"redirectTo":"qa@acme.example"}';

  const answer = await whoami(eventWith({ name: 'Ada' }, { ...liveKey, test }), context);

  expect(JSON.parse(answer.body).caller.test).toEqual({ redirectTo: 'qa@acme.example' });
  expect(logged()).toMatchObject([{ keyId: 'key_1', test: true }]);
  expect(printed.lines.join()).not.toContain('qa@');
});

test("an endpoint knows the number of parts of its caller's messages", async () => {
  const authorizer = { accountId: 'acc_1', keyId: 'key_1', messageParts: '16' };

  const answer = await whoami(eventWith({ name: 'Ada' }, authorizer), context);

  expect(answer.body).toBe('{"caller":{"accountId":"acc_1","keyId":"key_1","messageParts":16}}');
});

test('an endpoint refuses a request that no authorizer has seen', async () => {
  const answer = await greet({ ...ada, requestContext: {} }, context);

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
  const headers = { ...event.headers, 'IDEMPOTENCY-Key': 'k' };

  const answer = await echo({ ...event, headers }, context);
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
    run: () => new WrittenAnswer('{ "a":1 }', notes, { 'idempotent-replayed': 'true' }),
  });

  expect(await written(ada, context)).toEqual(
    answerOf(200, '{ "a":1 }', { 'idempotent-replayed': 'true' }),
  );
  expect(logged()).toMatchObject([{ level: 'error', status: 200, ...notes }]);
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

  await noting(ada, context);

  expect(logged()).toMatchObject([
    { status: 400, outcome: 'refused', templateId: 'welcome', revision: 2 },
  ]);
});

test('an answer that is too large for Lambda is a 400 with the limit', async () => {
  const run = () => ({ html: '"'.repeat(1_500_000) });
  const large = endpoint({ name: 'large', scope, request, run });
  const answer = await large(ada, context);

  expect(answer).toEqual(answerOf(400, '{"error":"The answer is larger than 5.5 MB"}'));
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

test('an endpoint refuses a paused key before it reads the body, and says who paused it', async () => {
  const pause = { at: '2026-11-28T10:30:00.000Z', by: 'ada@example.com', note: 'A "loop"' };
  const paused = { ...liveKey, paused: JSON.stringify(pause) };

  const answer = await greet({ ...eventWith(null, paused), body: 'no JSON' }, context);

  const error =
    'This API key was paused at 2026-11-28 10:30 UTC by ada@example.com (A "loop"). Resume it in the dashboard, or with: postrider key resume key_1';
  expect(answer).toEqual(answerOf(403, JSON.stringify({ error })));
});
