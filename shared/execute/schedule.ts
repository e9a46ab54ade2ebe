import { type EncodedRequest, encodePending } from '../adapters/tables/pending-table.ts';
import type { Delivery } from '../engine/flow/delivery.ts';
import { type FlowOutcome, validationFailed } from '../engine/flow/outcome.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { TestDelivery } from '../keys/test-delivery.ts';
import { readSendAt } from '../message/send-at.ts';

/** The parts of a request that its scheduled mail is made of. */
export type ScheduledRequest = Delivery & {
  variables: Record<string, unknown>;
  _headers?: Record<string, string> | undefined;
  _unsubscribe?: string | undefined;
  _sendAt: string;
  _attachments?: readonly unknown[] | undefined;
};

/** When a message is to be sent, and the request that it is sent from. */
export interface Schedule {
  /** Milliseconds since 1970. */
  sendAtMs: number;
  /** The request as `keepPending` keeps it. */
  content: EncodedRequest;
}

/** What a scheduled message needs beside its request. */
export interface ScheduleContext {
  test: TestDelivery | undefined;
  /** The names of the request's fields that were ignored. Default: none. */
  ignored?: readonly string[] | undefined;
  nowMs: number;
  /** The outcome of a request that is larger than an item can hold. Default: `_sendAt` is the wrong field. */
  tooLarge?: FlowOutcome | undefined;
}

/** The schedule of a request with `_sendAt`, or the outcome of one that cannot be scheduled. */
export function scheduleOf(
  { variables, _sendAt, ...given }: ScheduledRequest,
  plan: FlowPlan,
  { test, ignored, nowMs, tooLarge = tooLargeToSchedule }: ScheduleContext,
): { schedule: Schedule } | { outcome: FlowOutcome } {
  const read = readSendAt(_sendAt, nowMs);
  if (!read.ok) return { outcome: validationFailed(read.field, read.error) };
  if (plan.output.type !== 'provider') return refused('_sendAt needs a flow that sends');
  const { _to, _subject, _replyTo, _cc, _bcc, ...others } = given;
  const { _headers, _unsubscribe, _attachments } = others;
  const delivery = { _to, _subject, _replyTo, _cc, _bcc };
  const request = { variables, ...delivery, _headers, _unsubscribe, _attachments };
  const { redirectTo, allow } = test ?? {};
  const content = encodePending({
    request,
    ignored,
    ...(test && { test: { redirectTo, allow: allow && [...allow] } }),
  });
  if (content === null) return { outcome: tooLarge };
  return { schedule: { sendAtMs: read.sendAtMs, content } };
}

const tooLargeToSchedule = validationFailed(
  '_sendAt',
  'The request is too large to be scheduled: 380 KB compressed at most',
);

function refused(error: string): { outcome: FlowOutcome } {
  return { outcome: validationFailed('_sendAt', error) };
}
