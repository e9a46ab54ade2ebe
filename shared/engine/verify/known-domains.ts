import type { DomainVerdict } from './domain-verdict.ts';

/** How long a domain that takes mail is believed to. */
const positiveMs = 10 * 60 * 1000;

/** Any other verdict is kept shortly: its owner may be setting it up right now. */
const negativeMs = 60 * 1000;

/** Domains kept at once, about 1 MB of memory; the one not asked for the longest goes first. */
export const maxKnownDomains = 10_000;

type LookupDomain = (domain: string) => Promise<DomainVerdict>;
type Known = { verdict: DomainVerdict; until: number };

/**
 * Puts a memory before a look-up, for as long as the function's container lives. `no answer` is
 * never kept, nor is a failure. Look-ups of one domain at the same time share one.
 *
 * @param now milliseconds, such as `Date.now`
 */
export function rememberDomains(
  lookupDomain: LookupDomain,
  now: () => number,
  capacity = maxKnownDomains,
): LookupDomain {
  const known = new Map<string, Known>();
  const underway = new Map<string, Promise<DomainVerdict>>();

  async function lookUp(domain: string): Promise<DomainVerdict> {
    const verdict = await lookupDomain(domain);
    if (verdict !== 'no answer') keep(domain, { verdict, until: now() + lifetimeMs(verdict) });
    return verdict;
  }

  function shareLookup(domain: string): Promise<DomainVerdict> {
    const running = underway.get(domain);
    if (running !== undefined) return running;
    const started = lookUp(domain).finally(() => underway.delete(domain));
    underway.set(domain, started);
    return started;
  }

  /** A map keeps the order in which keys were put in: last in is last out. */
  function keep(domain: string, entry: Known): void {
    known.delete(domain);
    known.set(domain, entry);
    if (known.size > capacity) known.delete(known.keys().next().value ?? domain);
  }

  return async (domain) => {
    const entry = known.get(domain);
    if (entry !== undefined && now() < entry.until) {
      keep(domain, entry);
      return entry.verdict;
    }
    return shareLookup(domain);
  };
}

function lifetimeMs(verdict: Exclude<DomainVerdict, 'no answer'>): number {
  return verdict.mxRecords ? positiveMs : negativeMs;
}
