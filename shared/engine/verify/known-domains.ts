import type { DomainVerdict } from './domain-verdict.ts';

/** How long the verdict that a domain accepts mail is kept, in milliseconds. */
const positiveMs = 10 * 60 * 1000;

/** How long any other verdict is kept, in milliseconds: short, because the domain's owner may be setting it up now. */
const negativeMs = 60 * 1000;

/** How many verdicts are kept at most, about 1 MB of memory. The one that was not used for the longest time is deleted first. */
export const maxKnownDomains = 10_000;

type LookupDomain = (domain: string) => Promise<DomainVerdict>;
type Known = { verdict: DomainVerdict; until: number };

/**
 * A look-up that keeps verdicts as long as the container lives, but no `no answer` and no failure. Requests at once
 * share one look-up.
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

  /** Puts the verdict at the end of the map, which keeps its insertion order: the first key is the one to delete. */
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
