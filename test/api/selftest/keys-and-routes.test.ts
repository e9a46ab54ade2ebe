import { keyRefusals, newKey } from '../../../cli/commands/selftest/steps/keys.ts';
import { unknownRoutes } from '../../../cli/commands/selftest/steps/routes.ts';
import { describe, expect, test } from '../../jest.ts';
import { found, foundOf, patient } from './step-context.ts';

const json = (error: string) => JSON.stringify({ error });
const notReady = {
  status: 503,
  text: json('API key is not ready yet, try again'),
  headers: { 'content-type': 'application/json', 'x-request-id': 'r', 'retry-after': '1' },
};

describe('new-key', () => {
  test('the step new-key says how long API Gateway did not know the key', async () => {
    const finding = await foundOf(({ nth }) => (nth < 2 ? notReady : undefined), newKey);

    expect(finding).toEqual({
      status: 'ok',
      found: expect.stringMatching(
        /^A new key worked \d+\.\d seconds after its creation, after 2 answers of 503$/,
      ),
    });
  });

  test('the step new-key is broken if the key is never ready', async () => {
    const waits = { ...patient, keyMs: 3000 };

    expect(await foundOf(() => notReady, newKey, { waits })).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^The new key was not ready: it still gets 503 after 3 sec/),
    });
  });
});

describe('key-refusals', () => {
  test('the step key-refusals is good on the local run', async () => {
    expect(await found(keyRefusals)).toMatchObject({ status: 'ok' });
  });

  test.each([
    [
      'has another letter in the answer without a key',
      ({ key }: { key?: string | undefined }) =>
        key === undefined ? { text: json('Authorization header is required.') } : undefined,
      /^POST \/render without a key got 401 .*required\."} instead of 401 .*required"}; .*; POST \/verify/,
    ],
    [
      'answers an unknown key with a 403',
      ({ key }: { key?: string | undefined }) => (key === 'none' ? { status: 403 } : undefined),
      /^POST \/render with a malformed key got 403/,
    ],
  ])('the step key-refusals is broken if the API %s', async (_, lie, sentence) => {
    const finding = await foundOf(lie, keyRefusals);

    expect(finding).toMatchObject({ status: 'broken', found: expect.stringMatching(sentence) });
  });

  test('the step key-refusals is broken if a revoked key works for one more request', async () => {
    let late = true;
    const finding = await foundOf((_, { text }) => {
      if (!text.includes('revoked') || !late) return undefined;
      late = false;
      return { status: 400, text: json('template_id is required') };
    }, keyRefusals);

    expect(finding).toMatchObject({
      status: 'broken',
      found: expect.stringMatching(/^POST \/render with the revoked key got 400/),
    });
  });
});

describe('unknown-routes', () => {
  test('the step unknown-routes is good on the local run', async () => {
    expect(await found(unknownRoutes)).toMatchObject({ status: 'ok' });
  });

  test('the step unknown-routes is broken if the gateway itself answers requests with a key', async () => {
    const finding = await foundOf(
      ({ path, key }) =>
        path === '/nothing' && key ? { status: 403, text: '{"message":"Forbidden"}' } : undefined,
      unknownRoutes,
    );

    expect(finding).toEqual({
      status: 'broken',
      found:
        'POST /nothing with a key got 403 {"message":"Forbidden"} instead of 404 {"error":"Not found"}',
      fix: [],
    });
  });

  test('the step unknown-routes is broken if an answer repeats the key, which it does not print', async () => {
    let secret = '';
    const finding = await foundOf(({ path, key = '' }) => {
      if (path !== '/render/one' || key === '') return undefined;
      secret = key;
      return { text: JSON.stringify({ error: `Not found, Bearer ${key}` }) };
    }, unknownRoutes);

    expect(finding.found).toBe('POST /render/one with a key got an answer that contains the key');
    expect(secret).toMatch(/^pr_/);
  });
});
