import { printTable } from '../harness/print-table.ts';
import { median, spread } from '../harness/statistics.ts';
import { barsOf, type Findings, goalText, percent, quietSpread, ratiosOf } from './findings.ts';
import type { Rounds } from './rounds.ts';

/** The goal of a case: to take at most `ratio` times as long as another engine. */
export interface Goal {
  against: string;
  ratio: number;
}

/** The times of engines that did the same work. */
export interface SideBySide {
  name: string;
  /** By engine; our own is `postrider`. */
  times: Rounds;
  goals: readonly Goal[];
}

/** A case as `--json` prints it. */
export interface SideBySideReport {
  name: string;
  /** Microseconds by engine: the median of the rounds. */
  engines: Record<string, number>;
  /** Our time divided by each other engine's: the median of the rounds' ratios. */
  ratios: Record<string, number>;
  /** The largest spread of the ratios that have a goal. */
  spread: number;
  goals: readonly (Goal & { holds: boolean | null })[];
  /** Null if the machine was too busy for a verdict. */
  holds: boolean | null;
}

const own = 'postrider';

export function sideBySideReport({ name, times, goals }: SideBySide): SideBySideReport {
  const others = [...times].filter(([engine]) => engine !== own);
  const ratios = new Map(
    others.map(([engine, theirs]) => [engine, ratiosOf(times.get(own) ?? [], theirs)]),
  );
  const judged = goals.map((goal) => {
    return { ...goal, holds: judgeRatios(ratios.get(goal.against) ?? [], goal) };
  });
  const verdicts = judged.map(({ holds }) => holds);
  const medians = (all: Iterable<readonly [string, readonly number[]]>) =>
    Object.fromEntries([...all].map(([engine, each]) => [engine, median(each)]));
  return {
    name,
    engines: medians(times),
    ratios: medians(ratios),
    spread: Math.max(...goals.map(({ against }) => spread(ratios.get(against) ?? []))),
    goals: judged,
    holds: verdicts.includes(false) ? false : verdicts.includes(null) ? null : true,
  };
}

/** A ratio that is far below its goal needs no quiet machine. */
function judgeRatios(ratios: readonly number[], { ratio }: Goal): boolean | null {
  const found = median(ratios);
  return found < ratio / 2 || spread(ratios) <= quietSpread ? found <= ratio : null;
}

export function sideBySideFindings(title: string, measured: readonly SideBySide[]): Findings {
  const cases = measured.map(sideBySideReport);
  const bars = cases.flatMap(({ name, ratios }) => {
    const times = Object.entries(ratios).map(([engine, ratio]) => [engine, 1 / ratio]);
    const all = barsOf(name, Object.fromEntries([[own, 1], ...times]), (label) => label === own);
    return all.sort((one, other) => one.value - other.value);
  });
  return {
    cases,
    text: cases.map(textOf).join('\n'),
    picture: { title, axis: "time, in multiples of postrider's", bars },
  };
}

/** The table of a case, the fastest engine first. */
function textOf({ name, engines, ratios, spread: apart, goals }: SideBySideReport): string {
  const sorted = Object.entries(engines).sort(([, one], [, other]) => one - other);
  const rows = sorted.map(([engine, us]) => {
    const ratio = ratios[engine];
    const goal = goals.find(({ against }) => against === engine);
    return [
      engine,
      ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
      us < 100 ? us.toFixed(2) : Math.round(us),
      goal ? goalText(`≤ ${goal.ratio} x`, goal.holds) : '',
    ];
  });
  const table = printTable([name, 'postrider takes', 'µs', 'goal'], rows);
  return `${table}\nspread of the ratios: ${percent(apart)}\n`;
}
