/** The result of one DNS query. `no answer` says nothing about the domain. */
export type LookupAnswer =
  | { readonly records: readonly string[] }
  | 'no data'
  | 'no such domain'
  | 'no answer';

/** The DNS as plain functions. Foreseen failures are answers; a rejection is a fault. */
export interface DomainLookup {
  /** The hosts that the domain's MX records name; `''` for the null MX. */
  mx(domain: string): Promise<LookupAnswer>;
  /** IPv4 addresses. */
  a(domain: string): Promise<LookupAnswer>;
  /** IPv6 addresses. */
  aaaa(domain: string): Promise<LookupAnswer>;
}

/** Whether the domain exists and accepts mail; `no answer`: the DNS did not say. */
export type DomainVerdict = { readonly domain: boolean; readonly mxRecords: boolean } | 'no answer';

const missing = { domain: false, mxRecords: false };
const withoutMail = { domain: true, mxRecords: false };
const takesMail = { domain: true, mxRecords: true };

/** Judges a domain in lower-case A-labels. An MX record proves that it exists; without one, A and AAAA are queried. */
export async function domainVerdict(domain: string, lookup: DomainLookup): Promise<DomainVerdict> {
  if (isSpecialUse(domain)) return missing;
  const mx = await lookup.mx(domain);
  if (mx === 'no answer') return 'no answer';
  if (mx === 'no such domain') return missing;
  const exchanges = recordsOf(mx);
  if (exchanges.some(isUsableExchange)) return takesMail;
  if (exchanges.length > 0) return withoutMail;
  return verdictByAddress(await Promise.all([lookup.a(domain), lookup.aaaa(domain)]));
}

/** One address is enough; only two answers prove that there is none. */
function verdictByAddress(answers: LookupAnswer[]): DomainVerdict {
  if (answers.flatMap(recordsOf).some(isReachable)) return withoutMail;
  return answers.includes('no answer') ? 'no answer' : missing;
}

function recordsOf(answer: LookupAnswer): readonly string[] {
  return typeof answer === 'string' ? [] : answer.records;
}

/** Never on the internet: RFC 6761, RFC 6762, `.onion` (RFC 7686), `.arpa` (RFC 3172), `.internal` (ICANN). */
const specialUse = new Set(['local', 'test', 'invalid', 'onion', 'arpa', 'internal', 'localhost']);

/** Whether a domain is below such a name, so that a DNS query would tell nothing. */
function isSpecialUse(domain: string): boolean {
  return specialUse.has(domain.slice(domain.lastIndexOf('.') + 1));
}

/** Loopback, private (RFC 1918), link-local and "this network" (RFC 1122 §3.2.1.3). */
const unreachableIpv4 = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;

/** `::` and `::1`, unique local (fc00::/7) and link-local (fe80::/10). */
const unreachableIpv6 = /^(?:::1?$|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/;

/** An IPv4 address written as an IPv6 one (RFC 4291 §2.5.5). */
const mappedIpv4 = /^::(?:ffff:)?(\d+\.\d+\.\d+\.\d+)$/;

/** Whether an IP address, as a resolver writes it, can belong to a host on the internet. */
export function isReachable(ip: string): boolean {
  const written = ip.toLowerCase();
  const ipv4 = mappedIpv4.exec(written)?.[1] ?? written;
  return !unreachableIpv4.test(ipv4) && !unreachableIpv6.test(ipv4);
}

const hostName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/;
const lastLabelIsNumber = /\.[0-9]+$/;

/** Whether an MX host can accept mail: not the null MX (RFC 7505), `localhost`, a single label or an IP address. */
function isUsableExchange(exchange: string): boolean {
  const host = exchange.toLowerCase().replace(/\.$/, '');
  return hostName.test(host) && !lastLabelIsNumber.test(host) && !host.endsWith('.localhost');
}
