import { verifyExample, verifyRequest } from '../../../functions/verify/contract.ts';
import { verifyEmail } from '../../../functions/verify/run.ts';
import { refuse } from '../../../shared/engine/errors.ts';
import type { DomainVerdict } from '../../../shared/engine/verify/domain-verdict.ts';
import { checkContract } from '../../../shared/http/contract.ts';
import { describe, expect, test } from '../../jest.ts';

function run(email: string, verdict: DomainVerdict = { domain: true, mxRecords: true }) {
  const settings = { disposableIsInvalid: true, roleIsInvalid: false };
  const ports = { lookupDomain: async () => verdict, settings };
  return verifyEmail({ email }, ports);
}

describe('verify', () => {
  test('verify answers its worked example', async () => {
    expect(await run(verifyExample.request.email)).toEqual(verifyExample.response);
  });

  test('verify repeats the address as it was written', async () => {
    const { email } = await run('Jane.Doe+Tag@M\u00dcNCHEN.de');

    expect(email).toBe('Jane.Doe+Tag@M\u00dcNCHEN.de');
  });

  test('verify refuses a malformed address', async () => {
    await expect(run('jane')).rejects.toEqual(refuse('invalidEmail'));
  });

  test('verify reports no verdict if DNS did not answer', async () => {
    await expect(run('jane@shop.example', 'no answer')).rejects.toEqual(refuse('noDnsAnswer'));
  });
});

describe('the contract of verify', () => {
  test('the contract of verify accepts its worked example and ignores other fields', () => {
    expect(checkContract(verifyRequest, { ...verifyExample.request, more: 1 })).toEqual(
      verifyExample.request,
    );
  });

  test.each([[{}], [{ email: null }], [{ email: '' }]])('%j has no address', (body) => {
    expect(() => checkContract(verifyRequest, body)).toThrow(refuse('required', 'email'));
  });

  test.each([
    [7, 'a number'],
    [true, 'a boolean'],
    [['jane@shop.example'], 'an array'],
    [{ address: 'jane@shop.example' }, 'an object'],
  ])('the email %j has the wrong type', (email, found) => {
    expect(() => checkContract(verifyRequest, { email })).toThrow(
      refuse('wrongType', 'email', 'a string', found),
    );
  });
});
