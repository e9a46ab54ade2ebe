import type { AuthorizerAnswer } from '../../../functions/authorizer/contract.ts';
import { freshImport } from '../../fresh-import.ts';
import { afterEach, beforeEach, describe, expect, test } from '../../jest.ts';
import { catchPrinted, type PrintedLines } from '../../printed-lines.ts';

// A container's first request is a cold start: the modules are loaded again.
const { logged } = await freshImport<typeof import('../../../functions/authorizer/logged.ts')>(
  new URL('../../../functions/authorizer/logged.ts', import.meta.url),
);

let printed: PrintedLines;
beforeEach(() => {
  printed = catchPrinted();
});
afterEach(() => printed.restore());

const request = { type: 'TOKEN' as const, authorizationToken: 'Bearer pr_x', methodArn: 'arn' };

const time = { getRemainingTimeInMillis: () => 5000 };

const answerWith = (context: AuthorizerAnswer['context']): AuthorizerAnswer => ({
  principalId: 'x',
  policyDocument: { Version: '2012-10-17', Statement: [] },
  context,
});

const caller = { accountId: 'acc_1', keyId: 'key_1' };
const line = { endpoint: 'authorizer', ms: expect.any(Number), cold: expect.any(Boolean) };

const written = () => printed.lines.map((each) => JSON.parse(each));

describe('the log of the authorizer', () => {
  test('the authorizer logs a cold start, but no other accepted request', async () => {
    const authorize = logged(async (_, note) => {
      note(caller);
      return answerWith(caller);
    });

    await authorize(request, time);
    await authorize(request, time);

    expect(written()).toEqual([{ ...line, level: 'info', ...caller, outcome: 'ok', cold: true }]);
  });

  test('V16.3.1 V16.3.2 each refusal has a line, with account and key if they are known', async () => {
    const revoked = logged(async (_, note) => {
      note(caller);
      return answerWith({ errorMessage: 'API key has been revoked' });
    });
    const unknown = logged(async () => answerWith({ errorMessage: 'Invalid API key' }));

    await revoked(request, time);
    await unknown(request, time);

    const refused = { ...line, level: 'info', status: 401, outcome: 'refused' };
    expect(written()).toEqual([{ ...refused, ...caller }, refused]);
  });

  test('the log of the authorizer has the causes of a fault, which is thrown again', async () => {
    const failing = logged(() => Promise.reject(new Error('table lost')));

    await expect(failing(request, time)).rejects.toThrow('table lost');

    const causes = [expect.stringContaining('table lost')];
    const fault = { ...line, level: 'error', status: 500, outcome: 'fault', causes };
    expect(written()).toEqual([fault]);
  });
});
