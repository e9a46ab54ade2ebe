import { verifyExample, verifyRequest } from '../../../functions/verify/contract.ts';
import { verifyEmail } from '../../../functions/verify/run.ts';
import { checkContract } from '../../../shared/http/contract.ts';
import { expect, test } from '../../jest.ts';

test('verify answers its worked example', async () => {
  const settings = { disposableIsInvalid: true, roleIsInvalid: false };
  const lookupDomain = async () => ({ domain: true, mxRecords: true });

  const answer = await verifyEmail(verifyExample.request, { lookupDomain, settings });

  expect(answer).toEqual(verifyExample.response);
});

test('the contract of verify accepts its worked example and ignores other fields', () => {
  expect(checkContract(verifyRequest, { ...verifyExample.request, more: 1 })).toEqual(
    verifyExample.request,
  );
});
