import { median, spread } from '../harness/statistics.ts';
import type { Bar, Bars } from './picture.ts';

/** A case as `--json` prints it; each bench adds its own figures. */
export interface Case {
  name: string;
  /** Null: there is no goal, or the machine was too busy for a verdict. */
  holds: boolean | null;
}

/** The result of a bench: for a program, for a person, and as a picture where the bench has one. */
export interface Findings {
  cases: readonly Case[];
  text: string;
  picture?: Bars;
}

/** Ratios that lie further apart than this get no verdict: the machine was busy with something else. */
export const quietSpread = 0.2;

/** One ratio for each round, so that both of its sides met the same machine. */
export function ratiosOf(own: readonly number[], other: readonly number[] = []): number[] {
  return own.map((value, round) => value / (other[round] ?? Number.NaN));
}

/** Whether the median of the rounds reaches a goal; null where the rounds lie too far apart. */
export function judge(rounds: readonly number[], reaches: (found: number) => boolean) {
  return spread(rounds) > quietSpread ? null : reaches(median(rounds));
}

/** A goal as text, with its verdict. */
export function goalText(goal: string, holds: boolean | null): string {
  if (holds === null) return `${goal}: machine is busy, no verdict`;
  return holds ? goal : `missed: ${goal}`;
}

/** A share as text. */
export const percent = (share: number) => `${Math.round(share * 100)} %`;

/** A bar for each value of a panel, ours in its own colour. */
export function barsOf(
  panel: string,
  values: Readonly<Record<string, number>>,
  isOwn: (label: string) => boolean = () => true,
): Bar[] {
  return Object.entries(values).map(([label, value]) => {
    return { panel, label, value, isOwn: isOwn(label) };
  });
}
