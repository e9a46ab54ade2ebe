import type { AwsFaultKind } from '../../adapters/aws-fault.ts';

/** One step of a fix: a sentence, a command, a page, a DNS record. */
export interface FixStep {
  kind: 'say' | 'run' | 'open' | 'record';
  text: string;
}

/** What a check found. One that cannot be made throws, and counts as `unknown`. */
export type Finding =
  | { status: 'ok'; found: string }
  | { status: 'broken'; found: string; fix: readonly FixStep[] }
  /** The check cannot tell whether it is good or bad; `found` has the reason. */
  | { status: 'unknown'; found: string; fix?: readonly FixStep[] }
  /** The check does not apply here. */
  | { status: 'skipped'; found: string };

export interface Check<Ports> {
  /** Stable: scripts and docs/operations/doctor.md refer to it. */
  code: string;
  why: string;
  find: (ports: Ports) => Promise<Finding>;
}

/** The result of a check, or of a step of selftest. */
export interface Verdict {
  code: string;
  status: Finding['status'];
  /** One sentence, without a full stop. */
  found: string;
  why: string;
  /** Empty if there is nothing to do. */
  fix: readonly FixStep[];
}

export interface CheckResult extends Verdict {
  /** False if it could not be made, for example because AWS did not answer. */
  made: boolean;
  fault?: AwsFaultKind;
  /** Whether doctor knows nothing of the deployment without it. Default: false. */
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
