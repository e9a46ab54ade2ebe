import { type Cell, printTable } from '../harness/print-table.ts';
import type { Verdict } from '../harness/verdict.ts';
import type { PartResult } from './part.ts';

/** The most cases that are printed. */
const maxCases = 20;

/** The table that a run prints, with a column for each part, and whether every promise held. */
export function report(parts: Readonly<Record<string, PartResult>>): Verdict {
  const all = Object.values(parts);
  const row = (label: string, cell: (part: PartResult) => Cell) => [label, ...all.map(cell)];
  const share = (count: number, { ends: { sends } }: PartResult) =>
    `${count} (${((100 * count) / Math.max(1, sends)).toFixed(1)} %)`;
  const promises = new Set(all.flatMap(({ violations }) => Object.keys(violations)));
  const table = printTable(
    ['', ...Object.keys(parts)],
    [
      ...[...promises].map((promise) =>
        row(promise, ({ violations }) => violations[promise] ?? 'none came'),
      ),
      row('UNKNOWN', (part) => share(part.ends.unknown, part)),
      row('of these accepted', ({ ends }) => `${ends.unknownAccepted} of ${ends.unknown}`),
      row('sent', (part) => share(part.ends.sent, part)),
      row('nothing sent', (part) => share(part.ends.refused, part)),
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
