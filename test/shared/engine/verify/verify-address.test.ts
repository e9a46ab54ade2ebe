import type { DomainVerdict } from '../../../../shared/engine/verify/domain-verdict.ts';
import {
  type VerifySettings,
  verifyAddress,
} from '../../../../shared/engine/verify/verify-address.ts';
import { expect, test } from '../../../jest.ts';

const usual: VerifySettings = { disposableIsInvalid: true, roleIsInvalid: false };
const takesMail = { domain: true, mxRecords: true };
const missing = { domain: false, mxRecords: false };

function verify(
  text: string,
  verdict: DomainVerdict = takesMail,
  settings: Partial<VerifySettings> = {},
) {
  return verifyAddress(text, async () => verdict, { ...usual, ...settings });
}

function verified(differences: object) {
  const passed = { valid: true, format: true, ...takesMail, disposable: false, role: false };
  return { outcome: 'verified', verification: { ...passed, ...differences } };
}

const noMx = { domain: true, mxRecords: false };
const lenient = { disposableIsInvalid: false, roleIsInvalid: false };

test.each<[string, string, DomainVerdict, Partial<VerifySettings>, object]>([
  ['valid if every check passes', 'jane@shop.example', takesMail, {}, {}],
  ['invalid without MX records', 'jane@shop.example', noMx, {}, { valid: false, ...noMx }],
  ['invalid for a missing domain', 'jane@a.example', missing, {}, { valid: false, ...missing }],
  [
    'invalid for a disposable domain',
    'jane@mailinator.com',
    takesMail,
    {},
    { valid: false, disposable: true },
  ],
  [
    'valid for a disposable domain if the settings say so',
    'jane@mailinator.com',
    takesMail,
    { disposableIsInvalid: false },
    { disposable: true },
  ],
  ['valid for a role, which it reports', 'Info+shop@a.example', takesMail, {}, { role: true }],
  [
    'invalid for a role if the settings say so',
    'info@shop.example',
    takesMail,
    { roleIsInvalid: true },
    { valid: false, role: true },
  ],
  [
    'invalid without MX records, whatever the settings allow',
    'info@mailinator.com',
    noMx,
    lenient,
    { valid: false, mxRecords: false, disposable: true, role: true },
  ],
])('the verdict is %s', async (_, text, verdict, settings, differences) => {
  expect(await verify(text, verdict, settings)).toEqual(verified(differences));
});

test('the domain is looked up in A-labels', async () => {
  const asked: string[] = [];
  const lookupDomain = async (domain: string) => {
    asked.push(domain);
    return takesMail;
  };

  await verifyAddress('jane@M\u00dcNCHEN.de', lookupDomain, usual);

  expect(asked).toEqual(['xn--mnchen-3ya.de']);
});

test('a malformed address is refused with its reason, without a look-up', async () => {
  const lookupDomain = () => Promise.reject(new Error('must not be asked'));

  const outcome = await verifyAddress('jane@localhost', lookupDomain, usual);

  expect(outcome).toEqual({ outcome: 'malformed', reason: 'domainNoDot' });
});

test('if DNS does not answer, there is no verification', async () => {
  expect(await verify('jane@mailinator.com', 'no answer')).toEqual({ outcome: 'no answer' });
});
