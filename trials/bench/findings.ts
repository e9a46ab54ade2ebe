import { median, spread } from '../harness/statistics.ts';
import type { Bar, Bars } from './picture.ts';

/** The result of one measured case, as `--json` prints it. Each bench adds its own figures. */
export interface Case {
  name: string;
  /** Whether the case reaches its goal. Null: it has no goal, or the machine was too busy for a verdict. */
  holds: boolean | null;
}

/** The result of a bench: for a program, for a person, and as a picture if the bench has one. */
export interface Findings {
  cases: readonly Case[];
  text: string;
  picture?: Bars;
}

/** The greatest `spread` of ratios that get a verdict. Beyond it, the machine was busy with something else. */
export const quietSpread = 0.2;

/** One ratio for each round, so that both of its values were measured under the same load. */
export function ratiosOf(own: readonly number[], other: readonly number[] = []): number[] {
  return own.map((value, round) => value / (other[round] ?? Number.NaN));
}

/** Whether the median of the rounds reaches a goal; null if the rounds lie too far apart. */
export function judge(rounds: readonly number[], reaches: (found: number) => boolean) {
  return spread(rounds) > quietSpread ? null : reaches(median(rounds));
}

/** A goal as text, with its verdict. */
export function goalText(goal: string, holds: boolean | null): string {
  if (holds === null) return `${goal}: machine is busy, no verdict`;
  return holds ? goal : `missed: ${goal}`;
}

/** A share from 0 to 1 as a percentage. */
export const percent = (share: number) => `${Math.round(share * 100)} %`;

/** A bar for each value of a panel. `isOwn` says which bars are postrider's own, which have another colour. */
export function barsOf(
  panel: string,
  values: Readonly<Record<string, number>>,
  isOwn: (label: string) => boolean = () => true,
): Bar[] {
  return Object.entries(values).map(([label, value]) => {
    return { panel, label, value, isOwn: isOwn(label) };
  });
}
