import {
  type DomainLookup,
  domainVerdict,
  type LookupAnswer,
} from '../../../../shared/engine/verify/domain-verdict.ts';
import { expect, test } from '../../../jest.ts';

const takesMail = { domain: true, mxRecords: true };
const withoutMail = { domain: true, mxRecords: false };
const missing = { domain: false, mxRecords: false };

type Answers = { mx?: LookupAnswer; a?: LookupAnswer; aaaa?: LookupAnswer };

/** A DNS with the given answers, which records its queries. A query without an answer has no data. */
function dnsWith(answers: Answers) {
  const asked: string[] = [];
  const answerTo = (type: keyof Answers) => async (domain: string) => {
    asked.push(`${type} ${domain}`);
    return answers[type] ?? 'no data';
  };
  const lookup: DomainLookup = { mx: answerTo('mx'), a: answerTo('a'), aaaa: answerTo('aaaa') };
  return { lookup, asked };
}

async function verdictOn(domain: string, answers: Answers) {
  const { lookup, asked } = dnsWith(answers);
  return { verdict: await domainVerdict(domain, lookup), asked };
}

const hosts = (...records: string[]): LookupAnswer => ({ records });
const mx = (...records: string[]) => ({ mx: hosts(...records) });
const silent = 'no answer';
const unknown = 'no such domain';
const onlyMx = ['mx shop.example'];
const all = ['mx shop.example', 'a shop.example', 'aaaa shop.example'];

test.each<[string, Answers, unknown, string[]]>([
  ['a usable MX', mx('mx.shop.example'), takesMail, onlyMx],
  ['a usable MX among others', mx('', 'localhost', 'mx.shop.example'), takesMail, onlyMx],
  ['an MX whose name is not a host name by the book', mx('mx_1.a.example'), takesMail, onlyMx],
  ['the null MX', mx(''), withoutMail, onlyMx],
  ['the null MX, written as a dot', mx('.'), withoutMail, onlyMx],
  ['an MX to localhost', mx('localhost'), withoutMail, onlyMx],
  ['an MX to a name below localhost', mx('mail.localhost'), withoutMail, onlyMx],
  ['an MX to an IPv4 address', mx('192.0.2.1'), withoutMail, onlyMx],
  ['an MX to an IPv4 address in brackets', mx('[192.0.2.1]'), withoutMail, onlyMx],
  ['an MX to an IPv6 address', mx('2001:db8::1'), withoutMail, onlyMx],
  ['an MX to a single label', mx('mail'), withoutMail, onlyMx],
  ['an MX to a single label with a final dot', mx('mail.'), withoutMail, onlyMx],
  ['NXDOMAIN', { mx: unknown, a: hosts('192.0.2.1') }, missing, onlyMx],
  ['no MX, but A', { a: hosts('192.0.2.1') }, withoutMail, all],
  ['no MX, but AAAA', { aaaa: hosts('2001:db8::1') }, withoutMail, all],
  ['no MX, and NXDOMAIN for the addresses', { a: unknown, aaaa: unknown }, missing, all],
  ['no record at all', {}, missing, all],
  ['no MX and only loopback', { a: hosts('127.0.0.1'), aaaa: hosts('::1') }, missing, all],
  ['no MX and only private addresses', { a: hosts('10.1.2.3', '192.168.0.1') }, missing, all],
  ['no MX and 0.0.0.0', { a: hosts('0.0.0.0') }, missing, all],
  [
    'no MX, a private address and a public',
    { a: hosts('10.1.2.3', '192.0.2.1') },
    withoutMail,
    all,
  ],
  ['no answer for MX', { mx: silent, a: hosts('192.0.2.1') }, silent, onlyMx],
  ['no MX, and no answer for A', { a: silent }, silent, all],
  ['no MX, and no answer for AAAA', { aaaa: silent }, silent, all],
  ['no MX, loopback A, no answer for AAAA', { a: hosts('127.0.0.1'), aaaa: silent }, silent, all],
  ['no MX, but A, no answer for AAAA', { a: hosts('192.0.2.1'), aaaa: silent }, withoutMail, all],
  ['no MX, but AAAA, no answer for A', { a: silent, aaaa: hosts('2001::1') }, withoutMail, all],
])('the verdict on a domain follows its records: %s', async (_what, answers, verdict, asked) => {
  expect(await verdictOn('shop.example', answers)).toEqual({ verdict, asked });
});

test.each(['local', 'test', 'invalid', 'onion', 'arpa', 'internal', 'localhost'])(
  'the special-use name .%s is missing without a query',
  async (top) => {
    const result = await verdictOn(`shop.${top}`, mx('mx.shop.example'));

    expect(result).toEqual({ verdict: missing, asked: [] });
  },
);

test.each(['shop.example', 'local.shop.example', 'mylocal.shop', 'shop.testing'])(
  'a query is sent for %s',
  async (domain) => {
    const result = await verdictOn(domain, mx('mx.shop.example'));

    expect(result).toEqual({ verdict: takesMail, asked: [`mx ${domain}`] });
  },
);

test('both kinds of address are queried at the same time', async () => {
  const open = Promise.withResolvers<LookupAnswer>();
  const asked: string[] = [];
  const lookup: DomainLookup = {
    mx: async () => 'no data',
    a: () => {
      asked.push('a');
      return open.promise;
    },
    aaaa: async () => {
      asked.push('aaaa');
      open.resolve(hosts('192.0.2.1'));
      return 'no data';
    },
  };

  const verdict = await domainVerdict('shop.example', lookup);

  expect({ verdict, asked }).toEqual({ verdict: withoutMail, asked: ['a', 'aaaa'] });
});

test('a fault of the look-up is thrown again', async () => {
  const fault = new Error('broken');
  const { lookup } = dnsWith({});

  const verdict = domainVerdict('shop.example', { ...lookup, mx: () => Promise.reject(fault) });

  await expect(verdict).rejects.toBe(fault);
});
