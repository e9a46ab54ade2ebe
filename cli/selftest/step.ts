import type { Finding } from '../../shared/manage/doctor/check.ts';
import type { Bench } from './bench.ts';

/** What one run of a step asks of AWS, at most: what the estimate is counted from. */
export interface Amount {
  requests?: number;
  verifications?: number;
  /** Mails to the mailbox simulator, or to `--to`. */
  mails?: number;
}

/** One thing that only a deployment itself can tell. */
export interface Step {
  /** Stable: `--only`, recordings and docs/operations.md know it. */
  code: string;
  /** What it asks, in one sentence without a full stop. */
  asks: string;
  costs: Amount;
  /** How long it takes on AWS. */
  lasts: string;
  /** What it leaves besides what is in an account of the run's own, which is removed. */
  leaves: string;
  /** What it throws is told as not known, with the reason. */
  run: (bench: Bench) => Promise<Finding>;
}

/** Why a finding is broken: the first differences of all. */
export function differing(differences: readonly string[]): string {
  const told = differences.slice(0, 3).join('; ');
  const more = differences.length - 3;
  return more > 0 ? `${told}; and ${more} more` : told;
}
