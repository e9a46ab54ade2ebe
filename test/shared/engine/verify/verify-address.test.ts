import type { DomainVerdict } from '../../../../shared/engine/verify/domain-verdict.ts';
import {
  type VerifySettings,
  verifyAddress,
} from '../../../../shared/engine/verify/verify-address.ts';
import { expect, test } from '../../../jest.ts';

const usual: VerifySettings = { disposableIsInvalid: true, roleIsInvalid: false };
const takesMail = { domain: true, mxRecords: true };

function verify(
  text: string,
  verdict: DomainVerdict = takesMail,
  settings: Partial<VerifySettings> = {},
) {
  return verifyAddress(text, async () => verdict, { ...usual, ...settings });
}

function verified(differences: object) {
  const verification = {
    valid: true,
    format: true,
    domain: true,
    mxRecords: true,
    disposable: false,
    role: false,
    ...differences,
  };
  return { outcome: 'verified', verification };
}

test('the verdict is valid if every check passes', async () => {
  expect(await verify('jane@shop.example')).toEqual(verified({}));
});

test.each([[{ domain: true, mxRecords: false }], [{ domain: false, mxRecords: false }]])(
  'the verdict is invalid for %j',
  async (verdict) => {
    expect(await verify('jane@shop.example', verdict)).toEqual(
      verified({ valid: false, ...verdict }),
    );
  },
);

test('the verdict is invalid for a disposable domain', async () => {
  expect(await verify('jane@mailinator.com')).toEqual(verified({ valid: false, disposable: true }));
});

test('the verdict is valid for a disposable domain if the settings say so', async () => {
  expect(await verify('jane@mailinator.com', takesMail, { disposableIsInvalid: false })).toEqual(
    verified({ disposable: true }),
  );
});

test('the verdict reports a role without refusing it', async () => {
  expect(await verify('Info+shop@shop.example')).toEqual(verified({ role: true }));
});

test('the verdict is invalid for a role if the settings say so', async () => {
  expect(await verify('info@shop.example', takesMail, { roleIsInvalid: true })).toEqual(
    verified({ valid: false, role: true }),
  );
});

test('an address without MX records stays invalid whatever the settings allow', async () => {
  const verdict = { domain: true, mxRecords: false };
  const lenient = { disposableIsInvalid: false, roleIsInvalid: false };

  expect(await verify('info@mailinator.com', verdict, lenient)).toEqual(
    verified({ valid: false, mxRecords: false, disposable: true, role: true }),
  );
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
