import { awsFault, faultReason } from '../../adapters/aws-fault.ts';
import { ManageError } from '../manage-error.ts';
import type { FixStep } from './check.ts';

/**
 * Thrown by a check that cannot be made. The message says what the check lacks; usually another check
 * reports that.
 */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
  /** What to do about it, unless another check says so. */
  readonly fix: readonly FixStep[];

  constructor(reason: string, fix: readonly FixStep[] = [], cause?: unknown) {
    super(reason, { cause });
    this.fix = fix;
  }
}

/**
 * Why a check could not be made, in one sentence; if AWS refused the call, it names the missing
 * permission.
 */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof NotKnown || thrown instanceof ManageError) return thrown.message;
  const { reason, detail } = faultReason(awsFault(thrown));
  return detail ? `${reason} (${detail})` : reason;
}
