import { BADNAME, NODATA, NOTFOUND } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { deadlineOf, OutOfTime } from '../../deadline.ts';
import {
  type DomainVerdict,
  domainVerdict,
  type LookupAnswer,
} from '../../engine/verify/domain-verdict.ts';
import { patience } from '../../patience.ts';

/** When a look-up asks, and when it gives up, in milliseconds. */
export interface LookupTimes {
  /** All queries of one domain together. */
  deadlineMs: number;
  /** When to send an unanswered query again, in milliseconds since the query began. */
  sendAgainAtMs: readonly number[];
}

/** A look-up ends in under 3 s. Sending twice more makes up for lost packets. */
export const defaultLookupTimes: LookupTimes = {
  deadlineMs: 2500 * patience,
  sendAgainAtMs: [700, 1500],
};

/** RFC 1123 §2.1. Node cuts a name at a NUL, so the look-up passes on only names that match. */
const hostName = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

type LookupDomain = (domain: string) => Promise<DomainVerdict>;

/** Makes the look-up of domains, in lower-case A-labels, over these servers (empty: the machine's own). No cache. */
export function domainsByDns(
  servers: string,
  times: LookupTimes = defaultLookupTimes,
): LookupDomain {
  const lookUp = lookUpsAt(servers, times);
  return async (domain) => {
    if (!hostName.test(domain)) return { domain: false, mxRecords: false };
    return lookUp((ask) =>
      domainVerdict(domain, {
        mx: (name) =>
          ask(async (resolver) => (await resolver.resolveMx(name)).map(({ exchange }) => exchange)),
        a: (name) => ask((resolver) => resolver.resolve4(name)),
        aaaa: (name) => ask((resolver) => resolver.resolve6(name)),
      }),
    );
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

/** Makes the look-up of TXT records, by lower-case A-labels. Strings of one record are joined (RFC 7208 §3.3). */
export function txtByDns(servers: string): (name: string) => Promise<LookupAnswer> {
  return recordsByDns(servers, async (resolver, name) =>
    (await resolver.resolveTxt(name)).map((strings) => strings.join('')),
  );
}

/** The same for the IPv4 addresses of a name; it follows aliases (CNAME). */
export function addressesByDns(servers: string): (name: string) => Promise<LookupAnswer> {
  return recordsByDns(servers, (resolver, name) => resolver.resolve4(name));
}

/** The same for the hosts that receive the mails of a domain, in lower case. */
export function mxByDns(servers: string): (name: string) => Promise<LookupAnswer> {
  return recordsByDns(servers, async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ exchange }) => exchange.toLowerCase()),
  );
}

function recordsByDns(
  servers: string,
  query: (resolver: Resolver, name: string) => Promise<string[]>,
): (name: string) => Promise<LookupAnswer> {
  const lookUp = lookUpsAt(servers, defaultLookupTimes);
  return async (name) => {
    if (!recordName.test(name)) return 'no such domain';
    return lookUp((ask) => ask((resolver) => query(resolver, name)));
  };
}

type Query = (resolver: Resolver) => Promise<string[]>;
type Ask = (query: Query) => Promise<LookupAnswer>;

/** Makes look-ups at servers. All queries of one look-up share its deadline. */
function lookUpsAt(list: string, times: LookupTimes) {
  const servers = parseDnsServers(list);
  return async <T>(work: (ask: Ask) => Promise<T>): Promise<T> => {
    const end = new AbortController();
    const deadline = setTimeout(() => end.abort(), times.deadlineMs);
    try {
      return await work((query) => askUntil(end.signal, query, servers, times));
    } finally {
      clearTimeout(deadline);
      end.abort();
    }
  };
}

/** Sends a query, and sends it again while it still waits for the first answer, which c-ares' own retry would drop. */
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

/** What a failed query says about the domain. `EBADNAME`: a name that cannot be sent cannot exist. */
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

/** Throws an `Error` for an entry that is no IP address with an optional port. An empty list has no entries. */
function parseDnsServers(list: string): string[] {
  const servers = list.trim() === '' ? [] : list.split(',').map((entry) => entry.trim());
  try {
    new Resolver().setServers(servers);
  } catch (error) {
    throw new Error(
      `DNS_SERVERS: ${JSON.stringify(list)} is not a list of IP addresses with an optional port, such as 127.0.0.1:5353 or [::1]:5353`,
      { cause: error },
    );
  }
  return servers;
}
