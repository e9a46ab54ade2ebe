import Table from 'cli-table3';
import type { Bar } from './picture.ts';
import { median, quietSpread, type Rounds, spread } from './rounds.ts';

/** What a case wants: to take no longer than `ratio` times what another engine takes. */
export interface Goal {
  against: string;
  ratio: number;
}

/** Engines that did the same, and what it took them. */
export interface SideBySide {
  name: string;
  /** Ours is `postrider`. */
  times: Rounds;
  goals: readonly Goal[];
}

/** A case as `--json` prints it. */
export interface SideBySideReport {
  name: string;
  /** Microseconds by engine: the median of the rounds. */
  engines: Record<string, number>;
  /** What ours takes of each other's time: the median of the rounds' ratios. */
  ratios: Record<string, number>;
  /** The distance of the ratios' quartiles as a share of their median, for the goal that is nearest. */
  spread: number;
  goals: readonly (Goal & { holds: boolean | null })[];
  /** Null where the machine was too busy to tell. */
  holds: boolean | null;
}

const own = 'postrider';

export function sideBySideReport({ name, times, goals }: SideBySide): SideBySideReport {
  const others = [...times.keys()].filter((engine) => engine !== own);
  const ratios = new Map(others.map((engine) => [engine, ratiosTo(engine, times)]));
  const judged = goals.map((goal) => ({ ...goal, holds: judge(goal, ratios) }));
  return {
    name,
    engines: Object.fromEntries([...times].map(([engine, each]) => [engine, median(each)])),
    ratios: Object.fromEntries([...ratios].map(([engine, each]) => [engine, median(each)])),
    spread: Math.max(...goals.map(({ against }) => spread(ratios.get(against) ?? []))),
    goals: judged,
    holds: allHold(judged.map(({ holds }) => holds)),
  };
}

/** One for each round, so that both sides of it met the same machine. */
function ratiosTo(engine: string, times: Rounds): number[] {
  const theirs = times.get(engine) ?? [];
  return (times.get(own) ?? []).map((time, round) => time / (theirs[round] ?? Number.NaN));
}

/** A goal that is reached by far needs no quiet machine. */
function judge({ against, ratio }: Goal, ratios: ReadonlyMap<string, number[]>): boolean | null {
  const found = ratios.get(against) ?? [];
  const isFar = median(found) < ratio / 2;
  return isFar || spread(found) <= quietSpread ? median(found) <= ratio : null;
}

function allHold(verdicts: readonly (boolean | null)[]): boolean | null {
  if (verdicts.includes(false)) return false;
  return verdicts.includes(null) ? null : true;
}

/** How many times as long as ours each engine takes. */
export function sideBySideBars(cases: readonly SideBySideReport[]): Bar[] {
  return cases.flatMap(({ name: panel, engines, ratios }) => {
    const others = Object.keys(engines).filter((engine) => engine !== own);
    const bars = [own, ...others].map((label) => {
      const ratio = label === own ? 1 : (ratios[label] ?? Number.NaN);
      return { panel, label, value: 1 / ratio, isOwn: label === own };
    });
    return bars.sort((one, other) => one.value - other.value);
  });
}

/** The table that a run prints, the ratios first. */
export function sideBySideText(cases: readonly SideBySideReport[]): string {
  return cases.map(tableOf).join('\n');
}

function tableOf({ name, engines, ratios, spread: apart, goals }: SideBySideReport): string {
  const table = new Table({
    head: [name, 'postrider takes', 'µs', 'goal'],
    style: { head: [], border: [] },
  });
  const sorted = Object.entries(engines).sort(([, one], [, other]) => one - other);
  for (const [engine, us] of sorted) {
    const ratio = ratios[engine];
    const goal = goals.find(({ against }) => against === engine);
    table.push([
      engine,
      ratio === undefined ? '' : `${ratio.toFixed(2)} x`,
      us < 100 ? us.toFixed(2) : Math.round(us),
      goal ? verdict(goal) : '',
    ]);
  }
  return `${table.toString()}\nspread of the ratios: ${Math.round(apart * 100)} %\n`;
}

function verdict({ ratio, holds }: SideBySideReport['goals'][number]): string {
  if (holds === null) return `≤ ${ratio} x: machine is busy, no verdict`;
  return holds ? `≤ ${ratio} x` : `missed: over ${ratio} x`;
}
