import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import {
  answerForError,
  domainsByDns,
  type LookupTimes,
} from '../../../../shared/adapters/dns/dns.ts';
import {
  a,
  aaaa,
  cname,
  type DnsServer,
  mx,
  type Question,
  type Reply,
  type Responder,
  startDnsServer,
  withDnsServer,
} from '../../../dns-server.ts';
import { expect, test } from '../../../jest.ts';
import { patienceMs } from '../../../patience.ts';

const takesMail = { domain: true, mxRecords: true };
const withoutMail = { domain: true, mxRecords: false };
const missing = { domain: false, mxRecords: false };

const name = 'shop.example';
const found: Reply = { answers: [mx(name, 'mx.shop.example')] };
/** One query without a repetition, and a deadline that a slow machine does not reach. */
const once: LookupTimes = { deadlineMs: patienceMs, sendAgainAtMs: [] };
/** For look-ups that never get an answer. */
const short: LookupTimes = { deadlineMs: 400, sendAgainAtMs: [100] };

function look(respond: Responder, times = once) {
  return withDnsServer(respond, async ({ address, questions }) => ({
    verdict: await domainsByDns(address, times)(name),
    asked: typesOf(questions),
  }));
}

const typesOf = (questions: Question[]) => questions.map(({ type }) => type).sort();

const all = ['A', 'AAAA', 'MX'];
const aliased = cname(name, 'real.example');
const a1 = { answers: [a(name, '192.0.2.1')] };
const behindAlias = { answers: [aliased, mx('real.example', 'mx.real.example')] };
const aBehindAlias = { answers: [aliased, a('real.example', '192.0.2.1')] };
const loopback = { answers: [a(name, '127.0.0.1')] };
const aaaaOf = (address: string) => ({ answers: [aaaa(name, address)] });

test.each<[string, Partial<Record<string, Reply>>, unknown, string[]]>([
  ['an MX record', { MX: found }, takesMail, ['MX']],
  ['an MX record behind a CNAME', { MX: behindAlias }, takesMail, ['MX']],
  ['the null MX', { MX: { answers: [mx(name, '.', 0)] } }, withoutMail, ['MX']],
  ['an MX to localhost', { MX: { answers: [mx(name, 'localhost')] } }, withoutMail, ['MX']],
  ['an MX to an address', { MX: { answers: [mx(name, '192.0.2.1')] } }, withoutMail, ['MX']],
  ['NXDOMAIN', { MX: { rcode: 'NXDOMAIN' } }, missing, ['MX']],
  ['NXDOMAIN behind a CNAME', { MX: { rcode: 'NXDOMAIN', answers: [aliased] } }, missing, ['MX']],
  ['no MX, but A', { A: a1 }, withoutMail, all],
  ['no MX, but AAAA', { AAAA: aaaaOf('2001:db8::1') }, withoutMail, all],
  ['a CNAME without MX, with A', { MX: { answers: [aliased] }, A: aBehindAlias }, withoutMail, all],
  ['only loopback addresses', { A: loopback, AAAA: aaaaOf('::1') }, missing, all],
  ['no record at all', {}, missing, all],
  ['SERVFAIL', { MX: { rcode: 'SERVFAIL' } }, 'no answer', ['MX']],
  ['REFUSED', { MX: { rcode: 'REFUSED' } }, 'no answer', ['MX']],
  ['NOTIMP', { MX: { rcode: 'NOTIMP' } }, 'no answer', ['MX']],
  ['FORMERR', { MX: { rcode: 'FORMERR' } }, 'no answer', ['MX']],
  ['no MX and SERVFAIL for A', { A: { rcode: 'SERVFAIL' } }, 'no answer', all],
])('the verdict follows the answer of DNS: %s', async (_what, replies, verdict, asked) => {
  // Types that are not named have no data.
  expect(await look(({ type }) => replies[type] ?? {})).toEqual({ verdict, asked });
});

test('a truncated reply is asked for again over TCP', async () => {
  const respond: Responder = ({ over }) => (over === 'udp' ? { truncated: true } : found);

  const { verdict, overs } = await withDnsServer(respond, async ({ address, questions }) => ({
    verdict: await domainsByDns(address, once)(name),
    overs: questions.map(({ over }) => over),
  }));

  expect({ verdict, overs }).toEqual({ verdict: takesMail, overs: ['udp', 'tcp'] });
});

test.each<[string, (query: Buffer) => Buffer]>([
  ['a reply cut in the middle of its question', (query) => asReply(query).subarray(0, 15)],
  ['a reply that announces a record and ends', (query) => announcing(asReply(query), 1)],
  ['noise behind the id of the query', (query) => Buffer.concat([query.subarray(0, 2), noise])],
  ['noise', () => noise],
  ['nothing but a byte', () => Buffer.of(1)],
])('an unusable reply is not an answer: %s', async (_what, raw) => {
  const { verdict } = await look(() => ({ raw }), short);

  expect(verdict).toBe('no answer');
});

test('a DNS server that does not listen is not an answer', async () => {
  const { address, stop } = await startDnsServer(() => 'silence');
  await stop();

  expect(await domainsByDns(address, short)(name)).toBe('no answer');
});

/** Runs `use` with a DNS server while the clock of the time-outs stands still: `mock.timers.tick` moves it. */
async function withStoppedClock(respond: Responder, use: (server: DnsServer) => Promise<void>) {
  mock.timers.enable({ apis: ['setTimeout'] });
  await withDnsServer(respond, use).finally(() => mock.timers.reset());
}

/** Waits until a condition holds, without moving the clock. */
async function untilTrue(condition: () => boolean) {
  while (!condition()) await turn();
}

/** Looks a domain up with the clock stopped. `ended` is the verdict, once there is one. */
function begun(address: string, times: LookupTimes, domain = name) {
  const lookup: { ended?: unknown } = {};
  domainsByDns(
    address,
    times,
  )(domain).then((verdict) => {
    lookup.ended = verdict;
  });
  return lookup;
}

test('silence is asked again, and ends at the deadline', async () => {
  await withStoppedClock(
    () => 'silence',
    async ({ address, questions }) => {
      const lookup = begun(address, short);
      await untilTrue(() => questions.length === 1);
      mock.timers.tick(100);
      await untilTrue(() => questions.length === 2);
      mock.timers.tick(299);
      await turn();
      const before = lookup.ended;
      mock.timers.tick(1);
      await turn();

      expect([before, lookup.ended]).toEqual([undefined, 'no answer']);
      expect(typesOf(questions)).toEqual(['MX', 'MX']);
    },
  );
});

test('the queries of one domain share one deadline', async () => {
  const respond: Responder = ({ type }) => {
    if (type === 'MX') mock.timers.tick(250);
    return type === 'MX' ? {} : 'silence';
  };
  await withStoppedClock(respond, async ({ address, questions }) => {
    const lookup = begun(address, { deadlineMs: 400, sendAgainAtMs: [] });
    await untilTrue(() => questions.length === 3);
    mock.timers.tick(150);
    await turn();

    expect(lookup.ended).toBe('no answer');
    expect(typesOf(questions)).toEqual(['A', 'AAAA', 'MX']);
  });
});

test.each<[string, Reply, number, unknown]>([
  ['after the deadline no query is sent, neither again nor as the next one', {}, 100, 'no answer'],
  ['a query that is answered at once is not repeated', found, 0, takesMail],
])('%s', async (_, reply, ms, verdict) => {
  const respond: Responder = ({ name: asked }) => {
    // Reaches the deadline before the answer.
    if (asked === name) mock.timers.tick(ms);
    return asked === name ? reply : found;
  };
  await withStoppedClock(respond, async ({ address, questions }) => {
    const lookup = begun(address, { deadlineMs: 100, sendAgainAtMs: [150] });
    await untilTrue(() => lookup.ended !== undefined);
    mock.timers.tick(1000);
    // Queries arrive in order, so any earlier query has arrived when this one is answered.
    await domainsByDns(address, once)('later.example');

    expect(lookup.ended).toEqual(verdict);
    expect(questions.map(({ name: asked }) => asked)).toEqual([name, 'later.example']);
  });
});

const repeating: LookupTimes = { deadlineMs: patienceMs, sendAgainAtMs: [150] };

test('a repeated query replaces a lost one', async () => {
  const { verdict, asked } = await look((_, turn) => (turn === 1 ? 'silence' : found), repeating);

  expect({ verdict, asked }).toEqual({ verdict: takesMail, asked: ['MX', 'MX'] });
});

test('after a repeated query, the first answer still counts', async () => {
  const respond: Responder = (_, turn) => {
    if (turn === 1) mock.timers.tick(150);
    return turn === 1 ? { ...found, delayMs: 100 } : 'silence';
  };
  await withStoppedClock(respond, async ({ address, questions }) => {
    expect(await domainsByDns(address, repeating)(name)).toEqual(takesMail);
    await untilTrue(() => questions.length === 2);
  });
});

test('a query is repeated at the next server first', async () => {
  const dead = await startDnsServer(() => 'silence');
  const alive = await startDnsServer(() => found);

  expect(await domainsByDns(`${dead.address},${alive.address}`, repeating)(name)).toEqual(
    takesMail,
  );
});

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
    () => found,
    async ({ address, questions }) => ({
      verdict: await domainsByDns(address, once)(domain),
      asked: typesOf(questions),
    }),
  );

  expect(result).toEqual({ verdict: missing, asked: [] });
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

const queryError = (code: string) => Object.assign(new Error(code), { code, syscall: 'queryMx' });

test.each([
  ['ENODATA', 'no data'],
  ['ENOTFOUND', 'no such domain'],
  ['EBADNAME', 'no such domain'],
  ['ESERVFAIL', 'no answer'],
  ['EREFUSED', 'no answer'],
  ['ETIMEOUT', 'no answer'],
  ['ECONNREFUSED', 'no answer'],
  ['EBADRESP', 'no answer'],
  ['EFORMERR', 'no answer'],
  ['ENOTIMP', 'no answer'],
  ['ECANCELLED', 'no answer'],
  ['ENOMEM', 'no answer'],
])('the DNS error %s means "%s"', (code, answer) => {
  expect(answerForError(queryError(code))).toBe(answer);
});

test.each([
  ['a refused argument', Object.assign(new Error('bad name'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['a fault of another call', Object.assign(new Error('denied'), { code: 'E', syscall: 'open' })],
  ['a mistake in our own code', new TypeError('x is undefined')],
])('%s is thrown again', (_what, fault) => {
  expect(() => answerForError(fault)).toThrow(fault);
});

test.each(['localhost:53', '127.0.0.1:', '[::1', '999.0.0.1', '10.0.0.2,'])(
  'the list of DNS servers %j is refused with the fix',
  (list) => {
    expect(() => domainsByDns(list)).toThrow(
      `DNS_SERVERS: "${list}" is not a list of IP addresses with an optional port, such as 127.0.0.1:5353 or [::1]:5353`,
    );
  },
);
