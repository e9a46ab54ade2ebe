import { randomBytes } from 'node:crypto';
import type { KnownKey } from '../../../functions/authorizer/run.ts';
import { hashApiKey, mintApiKey } from '../../../shared/keys/api-key.ts';
import { mintHookId } from '../../../shared/keys/ids.ts';
import { freshImport } from '../../fresh-import.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';
import { catchPrinted, type PrintedLines } from '../../printed-lines.ts';

// A container's first request is a cold start: the modules are loaded again.
const { authorize, authorizer } = await freshImport<
  typeof import('../../../functions/authorizer/run.ts')
>(new URL('../../../functions/authorizer/run.ts', import.meta.url));

let printed: PrintedLines;
beforeEach(() => {
  printed = catchPrinted();
});
afterEach(() => printed.restore());

const methodArn = 'arn:aws:execute-api:us-east-1:111122223333:api/v1/POST/render';
const secret = mintApiKey(randomBytes);
const record: KnownKey = {
  keyId: 'key_1',
  accountId: 'acc_1',
  status: 'active',
  usageIdentifierKey: 'usage1usage1usage1usage1',
};

const caller = { accountId: 'acc_1', keyId: 'key_1' };

/** A keys table that returns `found` for `secret`, and records each lookup. */
function keysTable(found: KnownKey | null) {
  const asked: string[] = [];
  const readKey = async (keyHash: string) => {
    asked.push(keyHash);
    return keyHash === hashApiKey(secret) ? found : null;
  };
  return { asked, readKey };
}

const request = (authorizationToken: string) => ({
  type: 'TOKEN' as const,
  authorizationToken,
  methodArn,
});

const denial = (errorMessage: string) => ({
  principalId: 'unknown',
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Deny', Resource: methodArn }],
  },
  context: { errorMessage },
});

describe('the authorizer', () => {
  test('an active key passes, with its account and the key that the usage plan counts', async () => {
    const { asked, readKey } = keysTable(record);

    const answer = await authorize(request(`Bearer ${secret}`), { readKey });

    expect(answer).toEqual({
      principalId: 'acc_1',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
      },
      context: { accountId: 'acc_1', keyId: 'key_1' },
      usageIdentifierKey: 'usage1usage1usage1usage1',
    });
    expect(asked).toEqual([hashApiKey(secret)]);
  });

  test("the authorizer returns the number of parts of the account's messages, and its key of forgotten people", async () => {
    const { readKey } = keysTable({ ...record, messageParts: 16, personKey: 'k' });

    const { context } = await authorize(request(`Bearer ${secret}`), { readKey });

    expect(context).toEqual({
      ...{ accountId: 'acc_1', keyId: 'key_1' },
      messageParts: 16,
      personKey: 'k',
    });
  });

  test('a revoked key and an unknown key get different refusals', async () => {
    const revoked = keysTable({ ...record, status: 'revoked' });
    const unknown = keysTable(null);

    expect(await authorize(request(`Bearer ${secret}`), revoked)).toEqual(
      denial('API key has been revoked'),
    );
    expect(await authorize(request(`Bearer ${secret}`), unknown)).toEqual(
      denial('Invalid API key'),
    );
  });

  test('a replaced key passes until its end, and from then on is refused as a revoked one', async () => {
    const { readKey } = keysTable({ ...record, activeUntil: '2026-05-01T00:00:00.000Z' });
    const at = (time: string) =>
      authorize(request(`Bearer ${secret}`), { readKey, epochMs: () => Date.parse(time) });

    expect(await at('2026-04-30T23:59:59.999Z')).toMatchObject({ principalId: 'acc_1' });
    expect(await at('2026-05-01T00:00:00.000Z')).toEqual(denial('API key has been revoked'));
  });

  test.each([
    'Bearer',
    'Bearer ',
    `Basic ${secret}`,
    secret,
    'Bearer pr_short',
    `Bearer ${secret} more`,
    `Bearer ${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`,
  ])('the authorizer refuses a header that cannot be a key, without a read', async (header) => {
    const { asked, readKey } = keysTable(record);

    const answer = await authorize(request(header), { readKey });

    expect(answer).toEqual(denial('Invalid API key'));
    expect(asked).toEqual([]);
  });

  test('V14.2.2 the authorizer caches nothing: it reads the key at every request', async () => {
    const { asked, readKey } = keysTable(record);

    await authorize(request(`Bearer ${secret}`), { readKey });
    await authorize(request(`bearer ${secret}`), { readKey });

    expect(asked).toHaveLength(2);
  });

  test('V16.5.3 a table that fails is a fault and never lets a request pass', async () => {
    const readKey = async () => {
      throw new Error('table lost');
    };

    await expect(authorize(request(`Bearer ${secret}`), { readKey })).rejects.toThrow('table lost');
  });
});

describe('the authorizer at the doors', () => {
  const arnOf = (path: string) => methodArn.replace('v1/POST/render', `doors/${path}`);
  const token = (authorizationToken: string, path: string) =>
    ({ type: 'TOKEN', authorizationToken, methodArn: arnOf(path) }) as const;

  test.each([
    [secret, 'POST/postmark/email', true],
    [`Bearer ${secret}`, 'POST/postmark/email', false],
    [secret, 'POST/resend/emails', false],
    [secret, 'POST/smtp', false],
    [`Bearer ${secret}`, 'POST/resend/emails', true],
    [mintHookId(randomBytes), 'POST/postmark/email', false],
  ])(
    'only Postmark’s header has a key without a scheme: %s at %s',
    async (header, path, passes) => {
      const { asked, readKey } = keysTable(record);

      const { context } = await authorize(token(header, path), { readKey });

      expect(context).toEqual(passes ? caller : { errorMessage: 'Invalid API key' });
      expect(asked).toHaveLength(passes ? 1 : 0);
    },
  );

  const hookId = mintHookId(randomBytes);
  const hook = '{"secret":"whsec_x","project":"https://p.example","templates":{}}';
  const hookKey: KnownKey = { ...record, keyId: hookId, scopes: ['execute:supabase-*'], hook };
  const atHook = (id: string | undefined, found: KnownKey | null = hookKey) => {
    const methodArn = arnOf(`POST/supabase/${id}`);
    const readKey = async (keyHash: string) => (keyHash === hashApiKey(hookId) ? found : null);
    const pathParameters = id === undefined ? null : { hook: id };
    return authorize({ type: 'REQUEST', methodArn, pathParameters }, { readKey });
  };

  test('a hook passes with what its signature is checked with, and counts against its account’s rate', async () => {
    expect(await atHook(hookId)).toMatchObject({
      context: { ...caller, keyId: hookId, scopes: '["execute:supabase-*"]', hook },
      usageIdentifierKey: record.usageIdentifierKey,
    });
  });

  test.each([
    ['an unknown hook', mintHookId(randomBytes), hookKey],
    ['an API key in the path', secret, hookKey],
    ['no hook', undefined, hookKey],
    ['a deleted hook', hookId, { ...hookKey, status: 'revoked' }],
  ] as const)('%s gets the refusal of an unknown key', async (_, id, found) => {
    expect((await atHook(id, found)).context).toEqual({ errorMessage: 'Invalid API key' });
  });
});

const called = request(`Bearer ${secret}`);
const time = { getRemainingTimeInMillis: () => 5000 };
const finding = (found: KnownKey | null) => authorizer({ readKey: async () => found });
const line = { endpoint: 'authorizer', ms: expect.any(Number), cold: expect.any(Boolean) };

const written = () => printed.lines.map((each) => JSON.parse(each));

describe('the log of the authorizer', () => {
  test('a paused key passes with its pause, which the endpoint refuses; a revoked one is revoked', async () => {
    const paused = { at: '2026-11-28T10:30:00.000Z', by: 'ada@example.com' };
    const found = async (key: KnownKey) =>
      (await authorize(request(`Bearer ${secret}`), keysTable({ ...key, paused }))).context;

    expect(await found(record)).toEqual({ ...caller, paused: JSON.stringify(paused) });
    expect(await found({ ...record, status: 'revoked' })).toEqual({
      errorMessage: 'API key has been revoked',
    });
  });

  test('the authorizer logs a cold start, but no other accepted request', async () => {
    const handler = finding(record);

    await handler(called, time);
    await handler(called, time);

    expect(written()).toEqual([{ ...line, level: 'info', ...caller, outcome: 'ok', cold: true }]);
  });

  test('V16.3.1 V16.3.2 each refusal has a line, with account and key if they are known', async () => {
    const revoked = finding({ ...record, status: 'revoked' });
    const unknown = finding(null);

    await revoked(called, time);
    await unknown(called, time);

    const refused = { ...line, level: 'info', status: 401, outcome: 'refused' };
    expect(written()).toEqual([{ ...refused, ...caller }, refused]);
  });

  test('the log of the authorizer has the causes of a fault, which is thrown again', async () => {
    const failing = authorizer({ readKey: () => Promise.reject(new Error('table lost')) });

    await expect(failing(called, time)).rejects.toThrow('table lost');

    const causes = [expect.stringContaining('table lost')];
    const fault = { ...line, level: 'error', status: 500, outcome: 'fault', causes };
    expect(written()).toEqual([fault]);
  });
});
