import { awsFault, faultReason } from '../../adapters/aws-fault.ts';
import { ManageError } from '../manage-error.ts';
import type { FixStep } from './check.ts';

/** Thrown by a check that cannot be made; the message says what it lacks. */
export class NotKnown extends Error {
  override readonly name = 'NotKnown';
  /** What to do about it, unless another check says so. */
  readonly fix: readonly FixStep[];

  constructor(reason: string, fix: readonly FixStep[] = [], cause?: unknown) {
    super(reason, { cause });
    this.fix = fix;
  }
}

/** Why a check could not be made, in one sentence that names a missing permission. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof NotKnown || thrown instanceof ManageError) return thrown.message;
  const { reason, detail } = faultReason(awsFault(thrown));
  return detail ? `${reason} (${detail})` : reason;
}
