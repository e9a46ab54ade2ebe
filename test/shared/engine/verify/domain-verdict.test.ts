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

/** A DNS with the given answers that notes what it was asked; without an answer: no data. */
function dnsWith(answers: Answers) {
  const asked: string[] = [];
  const answerTo = (type: keyof Answers) => async (domain: string) => {
    asked.push(`${type} ${domain}`);
    return answers[type] ?? 'no data';
  };
  const lookup: DomainLookup = { mx: answerTo('mx'), a: answerTo('a'), aaaa: answerTo('aaaa') };
  return { lookup, asked };
}

const hosts = (...records: string[]): LookupAnswer => ({ records });
const onlyMx = ['mx shop.example'];
const all = ['mx shop.example', 'a shop.example', 'aaaa shop.example'];

test.each<[string, Answers, unknown, string[]]>([
  ['a usable MX', { mx: hosts('mx.shop.example') }, takesMail, onlyMx],
  [
    'a usable MX among others',
    { mx: hosts('', 'localhost', 'mx.shop.example') },
    takesMail,
    onlyMx,
  ],
  [
    'an MX whose name is not a host name by the book',
    { mx: hosts('mx_1.shop.example') },
    takesMail,
    onlyMx,
  ],
  ['the null MX', { mx: hosts('') }, withoutMail, onlyMx],
  ['the null MX, written as a dot', { mx: hosts('.') }, withoutMail, onlyMx],
  ['an MX to localhost', { mx: hosts('localhost') }, withoutMail, onlyMx],
  ['an MX to a name below localhost', { mx: hosts('mail.localhost') }, withoutMail, onlyMx],
  ['an MX to an IPv4 address', { mx: hosts('192.0.2.1') }, withoutMail, onlyMx],
  ['an MX to an IPv4 address in brackets', { mx: hosts('[192.0.2.1]') }, withoutMail, onlyMx],
  ['an MX to an IPv6 address', { mx: hosts('2001:db8::1') }, withoutMail, onlyMx],
  ['an MX to a single label', { mx: hosts('mail') }, withoutMail, onlyMx],
  ['an MX to a single label with a final dot', { mx: hosts('mail.') }, withoutMail, onlyMx],
  ['NXDOMAIN', { mx: 'no such domain', a: hosts('192.0.2.1') }, missing, onlyMx],
  ['no MX, but A', { a: hosts('192.0.2.1') }, withoutMail, all],
  ['no MX, but AAAA', { aaaa: hosts('2001:db8::1') }, withoutMail, all],
  [
    'no MX, and NXDOMAIN for the addresses',
    { a: 'no such domain', aaaa: 'no such domain' },
    missing,
    all,
  ],
  ['no record at all', {}, missing, all],
  ['no MX and only loopback', { a: hosts('127.0.0.1'), aaaa: hosts('::1') }, missing, all],
  ['no MX and only private addresses', { a: hosts('10.1.2.3', '192.168.0.1') }, missing, all],
  ['no MX and 0.0.0.0', { a: hosts('0.0.0.0') }, missing, all],
  [
    'no MX, a private address and a public one',
    { a: hosts('10.1.2.3', '192.0.2.1') },
    withoutMail,
    all,
  ],
  ['no answer for MX', { mx: 'no answer', a: hosts('192.0.2.1') }, 'no answer', onlyMx],
  ['no MX, and no answer for A', { a: 'no answer' }, 'no answer', all],
  ['no MX, and no answer for AAAA', { aaaa: 'no answer' }, 'no answer', all],
  [
    'no MX, loopback A, and no answer for AAAA',
    { a: hosts('127.0.0.1'), aaaa: 'no answer' },
    'no answer',
    all,
  ],
  [
    'no MX, but A, whatever AAAA would have said',
    { a: hosts('192.0.2.1'), aaaa: 'no answer' },
    withoutMail,
    all,
  ],
  [
    'no MX, but AAAA, whatever A would have said',
    { a: 'no answer', aaaa: hosts('2001:db8::1') },
    withoutMail,
    all,
  ],
])('the verdict on a domain follows its records: %s', async (_what, answers, verdict, asked) => {
  const dns = dnsWith(answers);

  const result = { verdict: await domainVerdict('shop.example', dns.lookup), asked: dns.asked };

  expect(result).toEqual({ verdict, asked });
});

test.each(['local', 'test', 'invalid', 'onion', 'arpa', 'internal', 'localhost'])(
  'the special-use name .%s is missing without a query',
  async (top) => {
    const dns = dnsWith({ mx: hosts('mx.shop.example') });

    const result = { verdict: await domainVerdict(`shop.${top}`, dns.lookup), asked: dns.asked };

    expect(result).toEqual({ verdict: missing, asked: [] });
  },
);

test.each(['shop.example', 'local.shop.example', 'mylocal.shop', 'shop.testing'])(
  'a query is sent for %s',
  async (domain) => {
    const dns = dnsWith({ mx: hosts('mx.shop.example') });

    const result = { verdict: await domainVerdict(domain, dns.lookup), asked: dns.asked };

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
