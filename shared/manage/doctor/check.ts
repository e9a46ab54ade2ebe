import type { AwsFaultKind } from '../../adapters/aws-fault.ts';

/** One step of a fix: something to say, a command that works as printed, a page to open, a DNS record. */
export interface FixStep {
  kind: 'say' | 'run' | 'open' | 'record';
  text: string;
}

/** What a check found. One that could not be made throws instead, which `runChecks` reports as `unknown`. */
export type Finding =
  | { status: 'ok'; found: string }
  | { status: 'broken'; found: string; fix: readonly FixStep[] }
  /** Neither good nor bad can be said; the reason is what was found. */
  | { status: 'unknown'; found: string; fix?: readonly FixStep[] }
  /** It has no meaning here. */
  | { status: 'skipped'; found: string };

/** One thing that can be wrong with a set-up. */
export interface Check<Ports> {
  /** Stable: scripts and docs/operations.md know it. */
  code: string;
  /** Why it matters, in one sentence. */
  why: string;
  find: (ports: Ports) => Promise<Finding>;
}

/** What there is to say of a check, or of a step of selftest. */
export interface Verdict {
  code: string;
  status: Finding['status'];
  /** One sentence, without a full stop. */
  found: string;
  why: string;
  /** Empty where there is nothing to do. */
  fix: readonly FixStep[];
}

/** A check of doctor with its verdict. */
export interface CheckResult extends Verdict {
  /** False where it could not be made: what it asks failed, or gave no answer in time. */
  made: boolean;
  /** How AWS failed the check where it could not be made. */
  fault?: AwsFaultKind;
  /** Whether nothing is known of the deployment without it. Default: false. */
  essential?: boolean;
}

export const ok = (found: string): Finding => ({ status: 'ok', found });

export const skipped = (found: string): Finding => ({ status: 'skipped', found });

export const unknown = (found: string, ...fix: FixStep[]): Finding => ({
  status: 'unknown',
  found,
  fix,
});

export const broken = (found: string, ...fix: FixStep[]): Finding => ({
  status: 'broken',
  found,
  fix,
});

export const say = (text: string): FixStep => ({ kind: 'say', text });
export const run = (text: string): FixStep => ({ kind: 'run', text });
export const open = (text: string): FixStep => ({ kind: 'open', text });
export const record = (text: string): FixStep => ({ kind: 'record', text });
