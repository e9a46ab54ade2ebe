/** How much of a person's data there is, by place. */
export interface PersonCounts {
  /** Records of live keys, without those of the two next counts. */
  messages: number;
  refused: number;
  scheduled: number;
  /** Kept mails, of live and of test keys. */
  copies: number;
  /** Records of test keys. */
  test: number;
  /** Events of webhooks that were not accepted. */
  failures: number;
  suppressed: boolean;
  /** Whether the address is in the seed list. */
  seeds: boolean;
  /** Entries in the history of templates and in the trail that name the person as who acted. */
  history: number;
}

export const noCounts: PersonCounts = {
  ...{ messages: 0, refused: 0, scheduled: 0, copies: 0, test: 0, failures: 0 },
  ...{ suppressed: false, seeds: false, history: 0 },
};

/** Whether anything was found. */
export const isAny = (counts: PersonCounts) => Object.values(counts).some(Boolean);

export function addCounts(one: PersonCounts, other: Partial<PersonCounts>): PersonCounts {
  const sum = { ...one };
  for (const [name, value] of Object.entries(other) as [keyof PersonCounts, number | boolean][]) {
    if (name === 'suppressed' || name === 'seeds') sum[name] ||= Boolean(value);
    else sum[name] += Number(value);
  }
  return sum;
}

/** A place with the address that postrider does not change: a person does. */
export interface Left {
  what: string;
  /** `template:welcome`, `key:key_…`, `webhook:wh_…`, `user:ada@example.com`. */
  where: string;
  /** The newest revision that has it. */
  revision?: number | undefined;
  todo: string;
}

/** Data that ends by itself. */
export interface Stay {
  what: string;
  /** A date: `2026-12-28`. */
  until: string;
}

/** In days. Events to a webhook are tried for 75 hours; what cannot be delivered stays 14 days. */
const endings: readonly (readonly [what: string, days: number])[] = [
  ['backups', 35],
  ['events on their way to webhooks', 3],
  ['dead letters', 14],
  ['hashes of Idempotency-Keys', 1],
];

const dayMs = 24 * 60 * 60 * 1000;

/** What stays for some days. The local run has no backups. */
export function staysOf(now: Date, { backups }: { backups: boolean }): Stay[] {
  return endings
    .filter(([what]) => backups || what !== 'backups')
    .map(([what, days]) => {
      return { what, until: new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10) };
    });
}
