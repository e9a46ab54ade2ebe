import type { AwsFaultKind } from '../../adapters/aws-fault.ts';

/** One step of a fix: something to say, a command that works as printed, a page to open, a DNS record. */
export interface MendStep {
  kind: 'say' | 'run' | 'open' | 'record';
  text: string;
}

/** What a check found. One that could not be made throws instead, which `runChecks` reports as `unknown`. */
export type Finding =
  | { status: 'ok'; found: string }
  | { status: 'broken'; found: string; mend: readonly MendStep[] }
  /** Neither good nor bad can be said; the reason is what was found. */
  | { status: 'unknown'; found: string; mend?: readonly MendStep[] }
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
  mend: readonly MendStep[];
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

export const unknown = (found: string, ...mend: MendStep[]): Finding => ({
  status: 'unknown',
  found,
  mend,
});

export const broken = (found: string, ...mend: MendStep[]): Finding => ({
  status: 'broken',
  found,
  mend,
});

export const say = (text: string): MendStep => ({ kind: 'say', text });
export const run = (text: string): MendStep => ({ kind: 'run', text });
export const open = (text: string): MendStep => ({ kind: 'open', text });
export const record = (text: string): MendStep => ({ kind: 'record', text });
