import { randomBytes } from 'node:crypto';
import type { KnownKey } from '../../../functions/authorizer/run.ts';
import { mintApiKey } from '../../../shared/keys/api-key.ts';
import { freshImport } from '../../fresh-import.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';
import { catchPrinted, type PrintedLines } from '../../printed-lines.ts';

// A container's first request is a cold start: the modules are loaded again.
const { authorizer } = await freshImport<typeof import('../../../functions/authorizer/run.ts')>(
  new URL('../../../functions/authorizer/run.ts', import.meta.url),
);

let printed: PrintedLines;
beforeEach(() => {
  printed = catchPrinted();
});
afterEach(() => printed.restore());

const authorizationToken = `Bearer ${mintApiKey(randomBytes)}`;
const request = { type: 'TOKEN' as const, authorizationToken, methodArn: 'arn' };

const time = { getRemainingTimeInMillis: () => 5000 };

const caller = { accountId: 'acc_1', keyId: 'key_1' };
const key: KnownKey = { ...caller, status: 'active', usageIdentifierKey: 'usage1' };
const finding = (found: KnownKey | null) => authorizer({ readKey: async () => found });
const line = { endpoint: 'authorizer', ms: expect.any(Number), cold: expect.any(Boolean) };

const written = () => printed.lines.map((each) => JSON.parse(each));

describe('the log of the authorizer', () => {
  test('the authorizer logs a cold start, but no other accepted request', async () => {
    const authorize = finding(key);

    await authorize(request, time);
    await authorize(request, time);

    expect(written()).toEqual([{ ...line, level: 'info', ...caller, outcome: 'ok', cold: true }]);
  });

  test('V16.3.1 V16.3.2 each refusal has a line, with account and key if they are known', async () => {
    const revoked = finding({ ...key, status: 'revoked' });
    const unknown = finding(null);

    await revoked(request, time);
    await unknown(request, time);

    const refused = { ...line, level: 'info', status: 401, outcome: 'refused' };
    expect(written()).toEqual([{ ...refused, ...caller }, refused]);
  });

  test('the log of the authorizer has the causes of a fault, which is thrown again', async () => {
    const failing = authorizer({ readKey: () => Promise.reject(new Error('table lost')) });

    await expect(failing(request, time)).rejects.toThrow('table lost');

    const causes = [expect.stringContaining('table lost')];
    const fault = { ...line, level: 'error', status: 500, outcome: 'fault', causes };
    expect(written()).toEqual([fault]);
  });
});
