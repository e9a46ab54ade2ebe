import type { DoorReply } from '../door.ts';
import type { Failure, FailureKind } from '../failure.ts';

/** Postmark's status and code of each failure: https://postmarkapp.com/developer/api/overview#error-codes */
const errors: Record<FailureKind, readonly [status: number, code: number]> = {
  missing: [422, 300],
  invalid: [422, 300],
  from: [422, 400],
  attachment: [422, 300],
  idempotencyKey: [422, 300],
  forbidden: [401, 10],
  notFound: [422, 1101],
  running: [422, 300],
  reused: [422, 300],
  tooLarge: [413, 300],
  mediaType: [415, 300],
  failed: [500, 500],
  notReady: [503, 503],
  internal: [500, 500],
};

/** An error as a batch's answer has it. */
export function errorEntry({ kind, error }: Failure): object {
  const [, code] = errors[kind];
  return { ErrorCode: code, Message: error };
}

export function postmarkError(failure: Failure): DoorReply {
  const [status] = errors[failure.kind];
  return { status, body: JSON.stringify(errorEntry(failure)) };
}
