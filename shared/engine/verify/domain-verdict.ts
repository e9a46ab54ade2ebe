import { isReachable, isUsableExchange } from './reachable.ts';
import { isSpecialUse } from './special-use.ts';

/** What one DNS query came to. `no answer` says nothing about the domain. */
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

/** Whether the domain exists and takes mail, or that the DNS did not say. */
export type DomainVerdict = { readonly domain: boolean; readonly mxRecords: boolean } | 'no answer';

const missing = { domain: false, mxRecords: false };
const withoutMail = { domain: true, mxRecords: false };
const takesMail = { domain: true, mxRecords: true };

/**
 * Judges a domain in lower-case A-labels. MX is asked first: a record proves that the domain
 * exists, whatever its addresses are. Only without one do A and AAAA decide, asked together.
 */
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

/** One reachable address is enough, even if the other query failed; to say "none" takes both. */
function verdictByAddress(answers: LookupAnswer[]): DomainVerdict {
  if (answers.flatMap(recordsOf).some(isReachable)) return withoutMail;
  return answers.includes('no answer') ? 'no answer' : missing;
}

function recordsOf(answer: LookupAnswer): readonly string[] {
  return typeof answer === 'string' ? [] : answer.records;
}
