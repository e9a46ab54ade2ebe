import { type EncodedRequest, encodePending } from '../adapters/tables/pending-table.ts';
import { type FlowOutcome, flowError, validationFailed } from '../engine/flow/outcome.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import { WrittenAnswer } from '../http/written-answer.ts';
import type { TestDelivery } from '../keys/test-delivery.ts';
import type { Later } from '../later.ts';
import type { MessageRecord } from '../message/message.ts';
import { scheduleOnce } from '../message/schedule-once.ts';
import { readSendAt } from '../message/send-at.ts';
import { templateIn } from './answers.ts';
import { daysFrom, sendingRecord } from './message-record.ts';
import type { RecordedSendPorts } from './recorded-send.ts';
import type { SendField } from './send-fields.ts';
import type { FlowRequest } from './stored-flow.ts';
import type { RequestContext, RunSend } from './stored-request.ts';

export interface ScheduledSendPorts
  extends Pick<RecordedSendPorts, 'store' | 'epochMs' | 'retentionDays'> {
  /** Null if this deployment schedules no messages. */
  later: Later | null;
  /** How far the clock that decides whether a message is due is ahead of `epochMs`. Default: 0. */
  fastForwardMs?: number | undefined;
  /** Keeps the encoded request of a message as long as its record. */
  keepPending: (message: MessageRecord, content: EncodedRequest) => Promise<void>;
}

interface Scheduling {
  plan: FlowPlan;
  test: TestDelivery | undefined;
  /** Whether the account has forgotten people. Default: false. */
  forgets?: boolean | undefined;
  /** The outcome of a request that is larger than an item can hold. Default: `_sendAt` is the wrong field. */
  tooLarge?: FlowOutcome | undefined;
}

/** The minimum delay of a wake-up: one that finds no record, which is written after it, comes again only 90 s later. */
const recordingMs = 2000;

/** The send of a request with `_sendAt`, which schedules the message; or the outcome if it cannot be scheduled. */
export function scheduledSend(
  request: FlowRequest & { _sendAt: string },
  { plan, test, forgets, tooLarge = tooLargeToSchedule }: Scheduling,
  { origin, keyed, takesOver, answers, route, ignored }: RequestContext,
  { later, keepPending, store, epochMs, retentionDays, fastForwardMs = 0 }: ScheduledSendPorts,
): RunSend | { outcome: FlowOutcome } {
  if (later === null) return { outcome: switchedOff };
  const read = readSendAt(request._sendAt, epochMs());
  if (!read.ok) return { outcome: validationFailed(read.field, read.error) };
  if (plan.output.type !== 'provider') return { outcome: needsProvider };
  const content = encodePending({
    request: { ...keptFieldsOf(request), variables: request.variables },
    ignored: ignored && [...ignored],
    forgets: forgets || undefined,
    test: test && { redirectTo: test.redirectTo, allow: test.allow && [...test.allow] },
  });
  if (content === null) return { outcome: tooLarge };
  const { sendAtMs } = read;
  const { accountId, messageId } = origin;
  /** The answer of the record; null if nothing was scheduled. A repeat gets the same bytes. */
  let scheduled: string | null = null;
  return {
    isLater: true,
    send: async (mail, trace) => {
      const chosen = route(mail.recipients);
      if (chosen.type === 'refused') return { outcome: 'refused', error: chosen.error };
      const sendAt = new Date(sendAtMs).toISOString();
      const accepted = { success: true, type: 'scheduled', id: messageId, sendAt } as const;
      const answer = { ...accepted, ...templateIn(origin) };
      const record: MessageRecord = {
        ...sendingRecord(origin, mail, chosen, { trace, nowMs: epochMs(), retentionDays }),
        state: 'SCHEDULED',
        sendAt,
        answer: answers.write(answer, trace),
        expiresAt: daysFrom(sendAtMs, retentionDays),
      };
      const wakeUp = () => {
        const notBeforeMs = Math.max(sendAtMs, epochMs() + fastForwardMs + recordingMs);
        return later('due', { accountId, messageId }, notBeforeMs, messageId);
      };
      const preparation = { wakeUp, keepRequest: () => keepPending(record, content) };
      await scheduleOnce({ record, keyed, takesOver }, preparation, store);
      scheduled = record.answer;
      return { outcome: 'scheduled', id: messageId, sendAt };
    },
    answer: ({ outcome, trace }) => {
      const { type } = outcome;
      return scheduled === null
        ? new WrittenAnswer(answers.write(outcome, trace), { outcome: type })
        : new WrittenAnswer(scheduled, { outcome: type, messageId });
    },
  };
}

const switchedOff = flowError('This deployment has scheduled sends switched off');
const needsProvider = validationFailed('_sendAt', '_sendAt needs a flow that sends');
const tooLargeToSchedule = validationFailed(
  '_sendAt',
  'The request is too large to be scheduled: 380 KB compressed at most',
);

/** Whether the pending request stores a field, which then needs a line in `pendingRequest` (`pending-table.ts`). */
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
  // Its headers are among `_headers`.
  _inReplyTo: false,
  _language: false,
  _sendAt: false,
  _trace: false,
  _strict: false,
};

function keptFieldsOf(request: FlowRequest): Partial<FlowRequest> {
  const isKept = (name: string) => Object.hasOwn(keptFields, name) && keptFields[name as SendField];
  return Object.fromEntries(Object.entries(request).filter(([name]) => isKept(name)));
}
