import { broken, type Finding, ok } from '../../shared/manage/doctor/check.ts';
import type { Bench } from './bench.ts';

/** The most that one run of a step uses: the estimate adds these up. */
export interface Amount {
  requests?: number;
  verifications?: number;
  /** Mails to the mailbox simulator, or to `--to`. */
  mails?: number;
}

/** A test that needs a real deployment. */
export interface Step {
  /** Stable: `--only`, recordings and docs/operations.md use it. */
  code: string;
  /** What it tests, in one sentence without a full stop. */
  asks: string;
  costs: Amount;
  /** An error that it throws is reported as not known, with the reason. */
  run: (bench: Bench) => Promise<Finding>;
}

/** Broken with the first of these differences; ok without any. */
export function judged(differences: readonly string[], success: string): Finding {
  return differences.length > 0 ? broken(listed(differences)) : ok(success);
}

/** The first three of these sentences. */
export function listed(sentences: readonly string[]): string {
  const first = sentences.slice(0, 3).join('; ');
  const more = sentences.length - 3;
  return more > 0 ? `${first}; and ${more} more` : first;
}
