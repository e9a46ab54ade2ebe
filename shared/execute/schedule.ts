import { type EncodedRequest, encodePending } from '../adapters/tables/pending-table.ts';
import { type FlowOutcome, validationFailed } from '../engine/flow/outcome.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { TestDelivery } from '../keys/test-delivery.ts';
import { readSendAt } from '../message/send-at.ts';
import type { SendField } from './send-fields.ts';
import type { FlowRequest } from './stored-flow.ts';

/** A request with a time. */
export type ScheduledRequest = FlowRequest & { _sendAt: string };

/**
 * Whether the pending request stores a field. The record has some of the other fields, such as the language. A new
 * stored field needs a line in `pendingRequest` (`pending-table.ts`).
 */
const keptFields: Record<SendField, boolean> = {
  variables: true,
  _to: true,
  _subject: true,
  _replyTo: true,
  _cc: true,
  _bcc: true,
  _headers: true,
  _unsubscribe: true,
  _attachments: true,
  templateId: false,
  _reference: false,
  _language: false,
  _sendAt: false,
  _trace: false,
  _strict: false,
};

const isKept = ([name]: readonly [string, unknown]) =>
  Object.hasOwn(keptFields, name) && keptFields[name as SendField];

/** When a message is to be sent, and the request that it is sent from. */
export interface Schedule {
  /** Milliseconds since 1970. */
  sendAtMs: number;
  /** The request as `keepPending` keeps it. */
  content: EncodedRequest;
}

/** What scheduling a message needs besides its request. */
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
  request: ScheduledRequest,
  plan: FlowPlan,
  { test, ignored, nowMs, tooLarge = tooLargeToSchedule }: ScheduleContext,
): { schedule: Schedule } | { outcome: FlowOutcome } {
  const read = readSendAt(request._sendAt, nowMs);
  if (!read.ok) return { outcome: validationFailed(read.field, read.error) };
  if (plan.output.type !== 'provider') return refused('_sendAt needs a flow that sends');
  const kept = Object.fromEntries(Object.entries(request).filter(isKept));
  const content = encodePending({
    request: { ...kept, variables: request.variables },
    ignored,
    test: test && { redirectTo: test.redirectTo, allow: test.allow && [...test.allow] },
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
