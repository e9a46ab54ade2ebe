import { setTimeout as pause } from 'node:timers/promises';
import { domainsByDns, type LookupTimes } from '../../../../shared/adapters/dns/dns.ts';
import {
  a,
  aaaa,
  cname,
  type DnsServer,
  mx,
  type Question,
  type Reply,
  type Responder,
  withDnsServer,
} from '../../../dns-server.ts';
import { describe, expect, test } from '../../../jest.ts';

const takesMail = { domain: true, mxRecords: true };
const withoutMail = { domain: true, mxRecords: false };
const missing = { domain: false, mxRecords: false };

const name = 'shop.example';
const short: LookupTimes = { deadlineMs: 400, sendAgainAtMs: [100] };

/** Answers by record type; a type that is not named has no data. */
function byType(replies: Partial<Record<string, Reply>>): Responder {
  return ({ type }) => replies[type] ?? {};
}

function look(respond: Responder, times = short) {
  return withDnsServer(respond, async ({ address, questions }) => ({
    verdict: await domainsByDns(address, times)(name),
    asked: typesOf(questions),
  }));
}

const typesOf = (questions: Question[]) => questions.map(({ type }) => type).sort();

describe('the verdict on a domain', () => {
  test.each<[string, Partial<Record<string, Reply>>, unknown, string[]]>([
    ['an MX record', { MX: { answers: [mx(name, 'mx.shop.example')] } }, takesMail, ['MX']],
    [
      'an MX record behind a CNAME',
      { MX: { answers: [cname(name, 'real.example'), mx('real.example', 'mx.real.example')] } },
      takesMail,
      ['MX'],
    ],
    ['the null MX', { MX: { answers: [mx(name, '.', 0)] } }, withoutMail, ['MX']],
    ['an MX to localhost', { MX: { answers: [mx(name, 'localhost')] } }, withoutMail, ['MX']],
    ['an MX to an address', { MX: { answers: [mx(name, '192.0.2.1')] } }, withoutMail, ['MX']],
    ['NXDOMAIN', { MX: { rcode: 'NXDOMAIN' } }, missing, ['MX']],
    [
      'NXDOMAIN behind a CNAME',
      { MX: { rcode: 'NXDOMAIN', answers: [cname(name, 'gone.example')] } },
      missing,
      ['MX'],
    ],
    ['no MX, but A', { A: { answers: [a(name, '192.0.2.1')] } }, withoutMail, ['A', 'AAAA', 'MX']],
    [
      'no MX, but AAAA',
      { AAAA: { answers: [aaaa(name, '2001:db8::1')] } },
      withoutMail,
      ['A', 'AAAA', 'MX'],
    ],
    [
      'a CNAME without MX, but with A',
      {
        MX: { answers: [cname(name, 'real.example')] },
        A: { answers: [cname(name, 'real.example'), a('real.example', '192.0.2.1')] },
      },
      withoutMail,
      ['A', 'AAAA', 'MX'],
    ],
    [
      'only loopback addresses',
      { A: { answers: [a(name, '127.0.0.1')] }, AAAA: { answers: [aaaa(name, '::1')] } },
      missing,
      ['A', 'AAAA', 'MX'],
    ],
    ['no record at all', {}, missing, ['A', 'AAAA', 'MX']],
    ['SERVFAIL', { MX: { rcode: 'SERVFAIL' } }, 'no answer', ['MX']],
    ['REFUSED', { MX: { rcode: 'REFUSED' } }, 'no answer', ['MX']],
    ['NOTIMP', { MX: { rcode: 'NOTIMP' } }, 'no answer', ['MX']],
    ['FORMERR', { MX: { rcode: 'FORMERR' } }, 'no answer', ['MX']],
    ['no MX and SERVFAIL for A', { A: { rcode: 'SERVFAIL' } }, 'no answer', ['A', 'AAAA', 'MX']],
  ])('the verdict follows the answer of DNS: %s', async (_what, replies, verdict, asked) => {
    expect(await look(byType(replies))).toEqual({ verdict, asked });
  });

  test('a truncated reply is asked for again over TCP', async () => {
    const respond: Responder = ({ over }) =>
      over === 'udp' ? { truncated: true } : { answers: [mx(name, 'mx.shop.example')] };

    const { verdict, overs } = await withDnsServer(respond, async ({ address, questions }) => ({
      verdict: await domainsByDns(address, short)(name),
      overs: questions.map(({ over }) => over),
    }));

    expect({ verdict, overs }).toEqual({ verdict: takesMail, overs: ['udp', 'tcp'] });
  });
});

describe('an unusable reply', () => {
  test.each<[string, (query: Buffer) => Buffer]>([
    ['a reply cut in the middle of its question', (query) => asReply(query).subarray(0, 15)],
    ['a reply that announces a record and ends', (query) => announcing(asReply(query), 1)],
    ['noise behind the id of the query', (query) => Buffer.concat([query.subarray(0, 2), noise])],
    ['noise', () => noise],
    ['nothing but a byte', () => Buffer.of(1)],
  ])('an unusable reply is not an answer: %s', async (_what, raw) => {
    const { verdict } = await look(() => ({ raw }));

    expect(verdict).toBe('no answer');
  });

  test('silence ends at the deadline', async () => {
    const { verdict, asked } = await look(() => 'silence');

    expect({ verdict, asked }).toEqual({ verdict: 'no answer', asked: ['MX', 'MX'] });
  });

  test('the queries of one domain share one deadline', async () => {
    const slow: Reply = { delayMs: 250, answers: [] };

    const { verdict, asked } = await look(() => slow, { deadlineMs: 400, sendAgainAtMs: [] });

    expect({ verdict, asked }).toEqual({ verdict: 'no answer', asked: ['A', 'AAAA', 'MX'] });
  });

  test('a DNS server that does not listen is not an answer', async () => {
    const gone = await withDnsServer(
      () => 'silence',
      async ({ address }) => address,
    );

    expect(await domainsByDns(gone, short)(name)).toBe('no answer');
  });

  test('after the deadline no query is sent, neither again nor as the next one', async () => {
    const times = { deadlineMs: 100, sendAgainAtMs: [150] };

    const asked = await withDnsServer(
      () => ({ delayMs: 200 }),
      async ({ address, questions }) => {
        await domainsByDns(address, times)(name);
        await pause(300);
        return typesOf(questions);
      },
    );

    expect(asked).toEqual(['MX']);
  });
});

describe('a repeated query', () => {
  const patient: LookupTimes = { deadlineMs: 2500, sendAgainAtMs: [150] };
  const found: Reply = { answers: [mx(name, 'mx.shop.example')] };

  test('a repeated query replaces a lost one', async () => {
    const { verdict, asked } = await look(
      (_question, turn) => (turn === 1 ? 'silence' : found),
      patient,
    );

    expect({ verdict, asked }).toEqual({ verdict: takesMail, asked: ['MX', 'MX'] });
  });

  test('after a repeated query, the first answer still counts', async () => {
    const respond: Responder = (_question, turn) =>
      turn === 1 ? { ...found, delayMs: 400 } : 'silence';

    const { verdict, asked } = await look(respond, patient);

    expect({ verdict, asked }).toEqual({ verdict: takesMail, asked: ['MX', 'MX'] });
  });

  test('a query is repeated at the next server first', async () => {
    const verdict = await withDnsServer(
      () => 'silence',
      (dead: DnsServer) =>
        withDnsServer(
          () => found,
          (alive) => domainsByDns(`${dead.address},${alive.address}`, patient)(name),
        ),
    );

    expect(verdict).toEqual(takesMail);
  });

  test('a query that is answered at once is not repeated', async () => {
    const { asked } = await look(() => found, { deadlineMs: 500, sendAgainAtMs: [50] });

    expect(asked).toEqual(['MX']);
  });
});

describe('names that are never sent', () => {
  test.each([
    'shop.example\0.evil.example',
    'shop example',
    'shop',
    '',
    'SHOP.example',
    'bücher.example',
    `${'a'.repeat(64)}.example`,
    'printer.local',
    'shop.test',
  ])('a query for %j is never sent', async (domain) => {
    const result = await withDnsServer(
      () => ({ answers: [mx(name, 'mx.shop.example')] }),
      async ({ address, questions }) => ({
        verdict: await domainsByDns(address, short)(domain),
        asked: typesOf(questions),
      }),
    );

    expect(result).toEqual({ verdict: missing, asked: [] });
  });
});

const noise = Buffer.from('f00dfacecafebeeff00dfacecafebeef', 'hex');

/** The query with the bit set that makes it a reply (RFC 1035 §4.1.1). */
function asReply(query: Buffer): Buffer {
  const reply = Buffer.from(query);
  reply.writeUInt16BE(0x8180, 2);
  return reply;
}

function announcing(reply: Buffer, records: number): Buffer {
  reply.writeUInt16BE(records, 6);
  return reply;
}
