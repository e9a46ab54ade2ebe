import { describe, expect, test } from '../jest.ts';
import { grammarCases } from '../shared/engine/verify/grammar-cases.ts';
import { hostileCases } from '../shared/engine/verify/hostile-cases.ts';
import { openAccount } from './harness/account.ts';
import { refusal } from './harness/call.ts';

const account = await openAccount();

const takesMail = { domain: true, mxRecords: true };
const withoutMail = { domain: true, mxRecords: false };
const missing = { domain: false, mxRecords: false };

const verified = (email: string, remarkable: object = {}) => {
  const verification = {
    ...{ valid: true, format: true, ...takesMail, disposable: false, role: false },
    ...remarkable,
  };
  return { status: 200, body: { email, verification } };
};

describe('the verdict on a domain', () => {
  test.each<[string, string, object]>([
    ['a usable MX', 'good.example', takesMail],
    ['a null MX', 'null-mx.example', withoutMail],
    ['no MX, but A', 'ipv4-only.example', withoutMail],
    ['NXDOMAIN', 'missing.example', missing],
  ])('the verdict on a domain with %s is correct (%s)', async (_, domain, verdict) => {
    const answer = await account.verify({ email: `ada@${domain}` });

    expect(answer).toEqual(verified(`ada@${domain}`, { ...verdict, valid: verdict === takesMail }));
  });

  test.each(['servfail', 'garbled', 'silent'])(
    'there is no verdict on a domain if DNS does not answer: %s.example',
    async (name) => {
      const answer = await account.verify({ email: `ada@${name}.example` });

      expect(answer).toEqual(refusal(500, 'Domain lookup failed, try again', '1'));
    },
  );
});

test.each(['münchen.example', 'MÜNCHEN.example', 'xn--mnchen-3ya.example', 'mail.中国'])(
  'an internationalised domain is verified, and echoed as it was written: %s',
  async (domain) => {
    const answer = await account.verify({ email: `ada@${domain}` });

    expect(answer).toEqual(verified(`ada@${domain}`));
  },
);

describe('the format', () => {
  const cases = [...grammarCases, ...hostileCases].filter(([text]) => text !== '');

  test('an address of the wrong format is refused, and the answer to a right one repeats it', async () => {
    const answers = await Promise.all(cases.map(([email]) => account.verify({ email })));

    const formats = answers.map(({ status, body }) =>
      status === 200 ? { status, email: (body as { email: string }).email } : { status, body },
    );
    expect(formats).toEqual(
      cases.map(([email, reason]) =>
        reason === null ? { status: 200, email } : refusal(400, 'Invalid email format'),
      ),
    );
  });

  test.each([`${'a'.repeat(1_000_000)}@good.example`, `ada@${'a.'.repeat(400_000)}com`])(
    'an address of the wrong format is refused at any length',
    async (email) => {
      const answer = await account.verify({ email });

      expect(answer).toEqual(refusal(400, 'Invalid email format'));
    },
  );
});
