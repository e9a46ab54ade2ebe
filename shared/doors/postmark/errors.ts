import type { DoorReply } from '../door.ts';
import type { Failure } from '../failure.ts';

/** The status and Postmark's code of each failure: https://postmarkapp.com/developer/api/overview#error-codes */
const errors: Readonly<Record<string, readonly [status: number, code: number]>> = {
  from: [422, 400],
  403: [401, 10],
  404: [422, 1101],
  413: [413, 300],
  415: [415, 300],
  500: [500, 500],
  501: [501, 501],
  503: [503, 503],
  send_failed: [500, 500],
  flow_error: [500, 500],
};

export function postmarkError({ kind, error }: Failure): DoorReply {
  const [status, ErrorCode] = errors[kind] ?? [422, 300];
  return { status, body: { ErrorCode, Message: error } };
}
