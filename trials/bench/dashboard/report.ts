import { printTable } from '../../harness/print-table.ts';
import { median, spread } from '../../harness/statistics.ts';
import { barsOf, type Findings, goalText, judge, percent } from '../findings.ts';

/** Milliseconds that a keystroke takes in a template of one size, for each round. */
export interface KeyCosts {
  kilobytes: number;
  /** To the next frame: the median, and the time that 5 % of the keys exceed. */
  frames: number[];
  slowFrames: number[];
  /** To the preview: the median. */
  previews: number[];
  /** The sum of the layout shifts. */
  shifts: number[];
}

/** The size of the template that the goals are for. */
export const judgedKilobytes = 100;

/**
 * A display draws a frame each 16 ms, and two frames feel immediate. A preview within 250 ms seems to follow the typing.
 */
const goals = [
  { figure: 'frames', name: 'a key to the next frame', goalMs: 16 },
  { figure: 'slowFrames', name: 'the same, slowest 5 %', goalMs: 32 },
  { figure: 'previews', name: 'a key to its preview', goalMs: 250 },
] as const;

function dashboardReport(costs: readonly KeyCosts[]) {
  return goals.map(({ figure, name, goalMs }) => {
    const judged = costs.find(({ kilobytes }) => kilobytes === judgedKilobytes)?.[figure] ?? [];
    return {
      name,
      /** Microseconds by size: the median of the rounds. */
      engines: Object.fromEntries(
        costs.map((cost) => [`${cost.kilobytes} KB`, median(cost[figure]) * 1000]),
      ),
      /** Of the judged size. */
      spread: spread(judged),
      /** Microseconds, for the judged size. */
      goal: goalMs * 1000,
      holds: judge(judged, (found) => found <= goalMs),
    };
  });
}

/** What is below 0.005 nobody sees: it is 0.00 in the browser's own tools. */
function shiftsOf(costs: readonly KeyCosts[]) {
  const shift = Math.max(...costs.flatMap(({ shifts }) => shifts));
  return { name: 'Layout shift in the worst round', shift, holds: shift < 0.005 };
}

export function dashboardFindings(costs: readonly KeyCosts[]): Findings {
  const cases = dashboardReport(costs);
  const shifts = shiftsOf(costs);
  const inMs = cases.map((each) => ({
    ...each,
    ms: Object.fromEntries(Object.entries(each.engines).map(([size, us]) => [size, us / 1000])),
  }));
  const rows = inMs.map(({ name, ms, spread: apart, goal, holds }) => [
    name,
    Object.keys(ms).join('\n'),
    Object.values(ms)
      .map((time) => time.toFixed(1))
      .join('\n'),
    percent(apart),
    goalText(`≤ ${goal / 1000} ms`, holds),
  ]);
  const head = ['', 'template', 'ms', 'spread', `goal, ${judgedKilobytes} KB`];
  const axis = 'milliseconds, by the size of the template';
  const bars = inMs.flatMap(({ name, ms }) => barsOf(name, ms));
  return {
    cases: [...cases, shifts],
    text: `${printTable(head, rows)}\n${shifts.name}: ${shifts.shift.toFixed(2)}\n`,
    picture: { title: 'Writing in the editor', axis, bars },
  };
}
