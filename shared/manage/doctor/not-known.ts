import { awsFault, faultReason } from '../../adapters/aws-fault.ts';
import { ManageError } from '../manage-error.ts';
import type { FixStep } from './check.ts';

/** A check cannot be made. The message says why: what it needs is missing, which another check reports. */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
  /** What to do about it, where no other check says so. */
  readonly fix: readonly FixStep[];

  constructor(reason: string, fix: readonly FixStep[] = [], cause?: unknown) {
    super(reason, { cause });
    this.fix = fix;
  }
}

/** Why a check could not be made, in one sentence; a refusal names the permission that is missing. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof NotKnown || thrown instanceof ManageError) return thrown.message;
  const { reason, detail } = faultReason(awsFault(thrown));
  return detail ? `${reason} (${detail})` : reason;
}
