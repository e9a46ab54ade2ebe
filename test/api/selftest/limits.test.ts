import { readLogLine } from '../../../cli/aws/request-log.ts';
import { largeRender, rate, tooLarge } from '../../../cli/commands/selftest/steps/limits.ts';
import { requestIds } from '../../../cli/commands/selftest/steps/routes.ts';
import { describe, expect, test } from '../../jest.ts';
import { found, foundOf, type Lie, patient } from './step-context.ts';

const json = (error: string) => JSON.stringify({ error });
const MB = 2 ** 20;

describe('too-large', () => {
  test('the step too-large is good on the local run', async () => {
    const sentence = 'A body of 4.4 MB reached execute; 1.1, 5 and 11 MB got 413';
    expect(await found(tooLarge)).toEqual({ status: 'ok', found: sentence });
  });

  test('the step too-large is unknown if the connection breaks', async () => {
    const finding = await foundOf(
      ({ body }) => (body.length > 9 * MB ? 'hang up' : undefined),
      tooLarge,
    );

    expect(finding).toMatchObject({
      status: 'unknown',
      found: 'The connection broke before the answer to a large body',
    });
  });

  test.each<[string, Lie, string]>([
    [
      'the function has other words',
      (_, { status }) => (status === 413 ? { text: json('Too large') } : undefined),
      'A body of 1.1 MB got 413 {"error":"Too large"} instead of 413 {"error":"Request body is larger than 1 MB"}',
    ],
    [
      'Lambda’s limit is a 502',
      ({ body }) => (body.length === 5 * MB ? { status: 502, text: '' } : undefined),
      'A body of 5 or 11 MB got 502',
    ],
  ])('the step too-large is broken if %s', async (_, lie, sentence) => {
    expect(await foundOf(lie, tooLarge)).toMatchObject({ status: 'broken', found: sentence });
  });
});

describe('rate', () => {
  test('the step rate is good on the local run', async () => {
    expect(await found(rate)).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^\d+ of \d+ requests passed, and one more after Retry-After$/),
    });
  });

  const passed = { status: 400, text: json('template_id is required') };

  test.each<[string, Lie, RegExp]>([
    [
      'nothing is ever refused',
      (_, { status, headers: { 'retry-after': __, ...headers } }) =>
        status === 429 ? { ...passed, headers } : undefined,
      /^400 requests at once all passed$/,
    ],
    [
      'some are refused too early',
      ({ nth }) => (nth === 20 ? { status: 429, text: json('Rate limit exceeded') } : undefined),
      /^1 of the first 50 requests were refused; has Retry-After missing instead of 1$/,
    ],
    [
      'a request fails',
      ({ nth }) => (nth === 20 ? { status: 500, text: json('Internal server error') } : undefined),
      /^got 500/,
    ],
  ])('the step rate is broken if %s', async (_, lie, sentence) => {
    expect(await foundOf(lie, rate)).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(sentence),
    });
  });
});

test('the step rate is broken if a refusal outlasts its Retry-After', async () => {
  let refusedAt: number | undefined;
  // Three requests test the key. Then bursts of 50 come until one is refused, and one request after Retry-After.
  const lie: Lie = ({ nth }, { status }) => {
    const isLast = refusedAt !== undefined && nth >= 3 + 50 * Math.ceil((refusedAt - 2) / 50);
    if (status === 429) refusedAt ??= nth;
    return isLast ? { status: 429, text: json('Rate limit exceeded') } : undefined;
  };

  expect(await foundOf(lie, rate)).toMatchObject({
    status: 'broken',
    found: expect.stringMatching(/^The request after Retry-After got 429/),
  });
});

describe('request-ids', () => {
  test('the step request-ids is good on the local run', async () => {
    expect(await found(requestIds)).toEqual({
      status: 'ok',
      found: '5 answers had different ids, and the log has a line of each',
    });
  });

  test.each<[string, Record<string, string>]>([
    ['an answer has none', {}],
    ['a caller can choose it', { 'x-request-id': 'chosen' }],
    ['two answers have the same', { 'x-request-id': 'the-same-id-for-all' }],
  ])('the step request-ids is broken if %s', async (_, headers) => {
    const lie: Lie = ({ path }) =>
      path === '/verify' || path === '/nothing' ? { headers } : undefined;

    expect(await foundOf(lie, requestIds)).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/ has status 200 and x-request-id /),
    });
  });

  const logOf = (text: string | null) => async () => ({
    find: async () => ({
      entries: text === null ? [] : [{ id: '1', at: '', text, line: readLogLine(text) }],
      isCut: false,
    }),
    lastUseOfKeys: async () => new Map<string, string>(),
  });

  test.each([
    ['the log has no such line', null, /^The log has no line of [\w-]+ \(\/render\); /],
    ['a line is wrapped into another', 'INFO {"level":"info"}', /says INFO \{"level":"info"\};/],
    ['a line says another status', '{"level":"info","endpoint":"x","status":201}', /says 201/],
  ])('the step request-ids is broken if, in the log, %s', async (_, text, sentence) => {
    const finding = await found(requestIds, { log: logOf(text), waits: { ...patient, logMs: 50 } });

    expect(finding).toMatchObject({ status: 'broken', found: expect.stringMatching(sentence) });
  });
});

describe('large-render', () => {
  test('the step large-render is good on the local run', async () => {
    expect(await found(largeRender)).toMatchObject({ status: 'ok' });
  });

  test.each<[string, Lie, RegExp]>([
    [
      'the gateway gives the large answer up',
      (_, { text }) => (text.length > MB ? { status: 502, text: '{"message":"x"}' } : undefined),
      /^The request for an answer of 5\.46 MB got 502 /,
    ],
    [
      'an emoji arrives broken',
      (_, { text }) => (text.length > MB ? { text: text.replace('🐎', '??') } : undefined),
      /^The answer of 5\.46 MB is not what was rendered/,
    ],
    [
      'a larger answer is a fault',
      (_, { text }) => (text.includes('5.5 MB') ? { status: 500 } : undefined),
      /^The request for an answer above 5\.5 MB got 500/,
    ],
  ])('the step large-render is broken if %s', async (_, lie, sentence) => {
    expect(await foundOf(lie, largeRender)).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(sentence),
    });
  });
});
