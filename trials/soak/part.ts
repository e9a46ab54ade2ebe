import type { Stops } from '../../local/stops.ts';
import { type Cell, printTable } from '../harness/print-table.ts';
import type { Verdict } from '../harness/verdict.ts';
import type { Judgement } from './judge.ts';
import type { Damage, Peer } from './meetings.ts';

/** The parts of a run, in the order in which they run. */
export const partNames = ['function', 'scheduled', 'webhooks', 'batch', 'service'] as const;

export type PartName = (typeof partNames)[number];

export interface PartOptions {
  seed: number;
  sends: number;
  /** The break of the run (`breaks.ts`); null if there is none. */
  broken: string | null;
  /** Environments of execute or batch, and as many of due. At any time most wait for a peer that does not answer. */
  environments: number;
}

/** The result of a part. */
export interface PartResult extends Judgement {
  /** Lines about the faults and events of this part. */
  met: string[];
}

export type SoakPart = (options: PartOptions, stops: Stops) => Promise<PartResult>;

/** Lines about the calls of the functions to each peer. */
export function damageLines(damage: Readonly<Record<Peer, Damage>>): string[] {
  const called = Object.entries(damage).filter(([, { calls }]) => calls > 0);
  const crashes = Object.values(damage).reduce((count, each) => count + each.crashes, 0);
  return [
    ...called.map(([peer, { faults, calls }]) => `${faults} of ${calls} calls to ${peer} broken`),
    `${crashes} crashes`,
  ];
}

/** The most cases that are printed. */
const maxCases = 20;

/** The table that a run prints, with a column for each part, and whether every promise held. */
export function report(parts: Readonly<Record<string, PartResult>>): Verdict {
  const all = Object.values(parts);
  const row = (label: string, cell: (part: PartResult) => Cell) => [label, ...all.map(cell)];
  const promises = new Set(all.flatMap(({ violations }) => Object.keys(violations)));
  const table = printTable(
    ['', ...Object.keys(parts)],
    [
      ...[...promises].map((promise) =>
        row(promise, ({ violations }) => violations[promise] ?? 'none came'),
      ),
      row('UNKNOWN', ({ ends }) => ends.unknown),
      row('of these accepted', ({ ends }) => `${ends.unknownAccepted} of ${ends.unknown}`),
      row('mails accepted', ({ ends }) => ends.accepted),
      row('sends', ({ ends }) => ends.sends),
      row('requests', ({ ends }) => ends.requests),
      row('faults', ({ met }) => met.join('\n')),
    ],
  );
  const held = all.every((part) => brokenIn(part) === '');
  const cases = all.flatMap((part) => part.cases).slice(0, maxCases);
  return { text: [table, ...cases, ''].join('\n'), held };
}

/** `sent twice 3`, for instance; empty if every promise held. */
export function brokenIn({ violations }: Pick<PartResult, 'violations'>): string {
  return Object.entries(violations)
    .filter(([, count]) => count > 0)
    .map(([promise, count]) => `${promise} ${count}`)
    .join('\n');
}
