import { BADNAME, NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, isIPv6 } from 'node:net';
import { deadlineOf, OutOfTime } from '../../deadline.ts';
import {
  type DomainLookup,
  type DomainVerdict,
  domainVerdict,
  type LookupAnswer,
} from '../../engine/verify/domain-verdict.ts';

/** When a look-up asks, and when it gives up, in milliseconds. */
export interface LookupTimes {
  /** All queries of one domain together. */
  deadlineMs: number;
  /** When to send an unanswered query again, in milliseconds since the query began. */
  sendAgainAtMs: readonly number[];
}

/**
 * API Gateway gives up after 29 s, and people sooner, so a look-up ends in under 3 s. Sending twice
 * more makes up for lost packets; a resolver that needs two seconds for a far domain still answers
 * in time.
 */
export const defaultLookupTimes: LookupTimes = { deadlineMs: 2500, sendAgainAtMs: [700, 1500] };

/** RFC 1123 §2.1. Node cuts a name at a NUL, so the look-up passes on only names that match. */
const hostName = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/** The verdict on a domain in lower-case A-labels. */
type LookupDomain = (domain: string) => Promise<DomainVerdict>;

/**
 * Makes the look-up of domains, in lower-case A-labels, over the given servers (`host:port`,
 * comma-separated; empty: the machine's own). It caches nothing: `rememberDomains` does that.
 *
 * Throws an `Error` for a list of servers that cannot be read.
 */
export function domainsByDns(
  servers: string,
  times: LookupTimes = defaultLookupTimes,
): LookupDomain {
  const configured = parseDnsServers(servers);
  return async (domain) => {
    if (!hostName.test(domain)) return { domain: false, mxRecords: false };
    const end = new AbortController();
    const deadline = setTimeout(() => end.abort(), times.deadlineMs);
    try {
      return await domainVerdict(domain, lookupUntil(end.signal, configured, times));
    } finally {
      clearTimeout(deadline);
      end.abort();
    }
  };
}

/** Wraps a look-up: it returns `no answer` once the request's deadline `begin` has passed. */
export function domainsInTime(lookupDomain: LookupDomain): LookupDomain {
  return async (domain) => {
    try {
      return await deadlineOf('begin').within(() => lookupDomain(domain));
    } catch (error) {
      if (error instanceof OutOfTime) return 'no answer';
      throw error;
    }
  };
}

/** A host name, or one with labels that only records have: `_dmarc.example.com`. */
const recordName = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/;

/**
 * Makes the look-up of TXT records, by names in lower-case A-labels; servers as in `domainsByDns`. A
 * record in several strings is read as one (RFC 7208 §3.3).
 */
export function txtByDns(servers: string): (name: string) => Promise<LookupAnswer> {
  return recordsByDns(servers, async (resolver, name) =>
    (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
  );
}

/** The same for the IPv4 addresses of a name; it follows aliases (CNAME). */
export function addressesByDns(servers: string): (name: string) => Promise<LookupAnswer> {
  return recordsByDns(servers, (resolver, name) => resolver.resolve4(name));
}

function recordsByDns(
  servers: string,
  query: (resolver: Resolver, name: string) => Promise<string[]>,
): (name: string) => Promise<LookupAnswer> {
  const configured = parseDnsServers(servers);
  return async (name) => {
    if (!recordName.test(name)) return 'no such domain';
    const end = new AbortController();
    const deadline = setTimeout(() => end.abort(), defaultLookupTimes.deadlineMs);
    const ask: Query = (resolver) => query(resolver, name);
    try {
      return await askUntil(end.signal, ask, configured, defaultLookupTimes);
    } finally {
      clearTimeout(deadline);
      end.abort();
    }
  };
}

type Query = (resolver: Resolver) => Promise<string[]>;

function lookupUntil(end: AbortSignal, servers: string[], times: LookupTimes): DomainLookup {
  const ask = (query: Query) => askUntil(end, query, servers, times);
  return {
    mx: (domain) =>
      ask(async (resolver) => (await resolver.resolveMx(domain)).map(({ exchange }) => exchange)),
    a: (domain) => ask((resolver) => resolver.resolve4(domain)),
    aaaa: (domain) => ask((resolver) => resolver.resolve6(domain)),
  };
}

/**
 * Sends a query, and sends it again while it still waits for the first answer: c-ares' own retry
 * drops an answer to the try before it, so the answer of a slow resolver would be lost. After the
 * end it sends nothing more: it clears the timers, because `Resolver.cancel` only stops queries
 * that are pending.
 */
function askUntil(
  end: AbortSignal,
  query: Query,
  servers: string[],
  { sendAgainAtMs, deadlineMs }: LookupTimes,
): Promise<LookupAnswer> {
  if (end.aborted) return Promise.resolve('no answer');
  const { promise, resolve, reject } = Promise.withResolvers<LookupAnswer>();
  const resolvers: Resolver[] = [];
  const send = (turn: number) => {
    const resolver = resolverFor(servers, turn, deadlineMs);
    resolvers.push(resolver);
    answerOf(query(resolver)).then(resolve, reject);
  };
  const timers = sendAgainAtMs.map((ms, again) => setTimeout(send, ms, again + 1));
  const giveUp = () => resolve('no answer');
  end.addEventListener('abort', giveUp, { once: true });
  send(0);
  return promise.finally(() => {
    end.removeEventListener('abort', giveUp);
    timers.forEach(clearTimeout);
    for (const resolver of resolvers) resolver.cancel();
  });
}

async function answerOf(records: Promise<string[]>): Promise<LookupAnswer> {
  try {
    return { records: await records };
  } catch (error) {
    return answerForError(error);
  }
}

/** Each try begins with another server, so that a dead server costs only one try. */
function resolverFor(configured: string[], turn: number, timeout: number): Resolver {
  const resolver = new Resolver({ timeout, tries: 1 });
  const servers = configured.length > 0 ? configured : resolver.getServers();
  const first = turn % servers.length;
  if (configured.length > 0 || first > 0) {
    resolver.setServers([...servers.slice(first), ...servers.slice(0, first)]);
  }
  return resolver;
}

/**
 * What a failed query says about the domain. `ENOTFOUND` is NXDOMAIN, and a name that cannot be
 * sent (`EBADNAME`) cannot exist. Every other failure of a query (SERVFAIL, REFUSED, an unusable
 * reply, a timeout, a server that is not there) says nothing about the domain: if it were read as
 * "no MX", good addresses would be refused.
 *
 * Throws an error that does not come from a query.
 */
export function answerForError(error: unknown): LookupAnswer {
  if (!isQueryError(error)) throw error;
  if (error.code === NODATA) return 'no data';
  if (error.code === NOTFOUND || error.code === BADNAME) return 'no such domain';
  return 'no answer';
}

/** An error of c-ares names its call (`queryMx`); Node's error for a bad argument names none. */
function isQueryError(error: unknown): error is { code: unknown } {
  if (typeof error !== 'object' || error === null) return false;
  return 'code' in error && 'syscall' in error && String(error.syscall).startsWith('query');
}

/**
 * `127.0.0.1:53`, `127.0.0.1`, `[::1]:53` or `[::1]`. `parseServer` handles an IPv6 address without
 * brackets first.
 */
const withPort = /^(?:\[(?<ipv6>[^\]]*)\]|(?<ipv4>[^:[\]]*))(?::(?<port>\d{1,5}))?$/;

/**
 * Reads a list of DNS servers: IP addresses with an optional port, separated by commas; IPv6 in
 * brackets if a port follows. An empty list means the machine's own servers.
 *
 * Throws an `Error` that names the entry and how to fix it.
 */
export function parseDnsServers(list: string): string[] {
  if (list.trim() === '') return [];
  return list.split(',').map((entry) => parseServer(entry.trim()));
}

function parseServer(entry: string): string {
  if (isIPv6(entry)) return `[${entry}]:53`;
  const { ipv4, ipv6, port = '53' } = withPort.exec(entry)?.groups ?? {};
  const number = Number(port);
  if (number > 0 && number <= 65_535) {
    if (ipv6 !== undefined && isIPv6(ipv6)) return `[${ipv6}]:${number}`;
    if (ipv4 !== undefined && isIP(ipv4) === 4) return `${ipv4}:${number}`;
  }
  throw new Error(
    `DNS_SERVERS: ${JSON.stringify(entry)} is not an IP address with an optional port, such as 127.0.0.1:5353 or [::1]:5353`,
  );
}
