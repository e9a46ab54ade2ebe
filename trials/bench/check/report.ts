import type { Findings } from '../findings.ts';
import { type SideBySideReport, sideBySideReport } from '../side-by-side.ts';
import type { CheckResult } from './run.ts';

/** A ratio fails beyond this many times its goal: only a quiet machine can judge smaller differences. */
const slack = 1.5;

/** Bytes of heap for each byte of a template's source: 25 KB for 12. */
const heapGoal = 25 / 12;

/** A case as `--json` prints it. */
export type CheckCaseReport =
  | SideBySideReport
  | { name: string; engines: { postrider: number }; goal: number; holds: boolean };

/** Compares each ratio with one and a half times its goal. */
export function checkReport({ sideBySide, heap }: CheckResult): CheckCaseReport[] {
  const ratios = sideBySide.map((each) => {
    const goals = each.goals.map((goal) => ({ ...goal, ratio: goal.ratio * slack }));
    return sideBySideReport({ ...each, goals });
  });
  const goal = heapGoal * slack;
  const name = 'heap of a cached template';
  return [...ratios, { name, engines: { postrider: heap }, goal, holds: heap <= goal }];
}

export function checkFindings(result: CheckResult): Findings {
  const cases = checkReport(result);
  return { cases, text: checkText(cases) };
}

/** A line for each case, with the ratio that is nearest to its limit. */
export function checkText(cases: readonly CheckCaseReport[]): string {
  return cases.map((each) => `${verdictOf(each.holds)}  ${sentence(each)}\n`).join('');
}

const verdictOf = (holds: boolean | null) =>
  holds === null ? 'busy  ' : holds ? 'ok    ' : 'failed';

function sentence(each: CheckCaseReport): string {
  if ('goal' in each) {
    return `${each.name}: ${each.engines.postrider.toFixed(2)} x its source, at most ${each.goal.toFixed(2)}`;
  }
  const { name, goals, ratios } = each;
  const found = goals.map(({ against, ratio }) => {
    return { against, ratio, times: ratios[against] ?? Number.NaN };
  });
  const nearest = found.reduce((one, other) =>
    other.times / other.ratio > one.times / one.ratio ? other : one,
  );
  const { against, times, ratio } = nearest;
  return `${name}: ${times.toFixed(3)} x ${against}, at most ${ratio.toFixed(3)}`;
}
