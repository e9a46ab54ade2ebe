import type { EncodedRequest } from '../adapters/tables/pending-table.ts';
import { type FlowOutcome, flowError } from '../engine/flow/outcome.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { FlowMail, FlowPorts } from '../engine/flow/ports.ts';
import type { FlowRun } from '../engine/flow/run-flow.ts';
import { WrittenAnswer } from '../http/written-answer.ts';
import type { Later } from '../later.ts';
import type { MessageRecord } from '../message/message.ts';
import type { Recipients } from '../message/recipients.ts';
import { scheduleOnce } from '../message/schedule-once.ts';
import { daysFrom, sendingRecord } from './message-record.ts';
import type { RecordedSendPorts, SendContext } from './recorded-send.ts';
import {
  type Schedule,
  type ScheduleContext,
  type ScheduledRequest,
  scheduleOf,
} from './schedule.ts';

export interface ScheduledSendPorts
  extends Pick<RecordedSendPorts, 'store' | 'epochMs' | 'retentionDays'> {
  later: Later;
  /** How far the clock that decides whether a message is due is ahead of `epochMs`. Default: 0. */
  fastForwardMs?: number | undefined;
  /** Keeps the encoded request of a message as long as its record. */
  keepPending: (message: MessageRecord, content: EncodedRequest) => Promise<void>;
}

/**
 * The minimum delay of a wake-up. The record is written after the wake-up is requested, and the queue repeats a
 * wake-up that finds no record only 90 seconds later.
 */
const recordingMs = 2000;

/** What `ScheduledSend` needs to know about the request. */
export type ScheduledSendContext = Omit<SendContext, 'copy'> & { schedule: Schedule };

/**
 * The scheduled send of a request with `_sendAt`, or the outcome of a request that cannot be scheduled. `later` is null
 * if this deployment schedules no messages.
 */
export function scheduledSend(
  request: ScheduledRequest,
  { plan, ...asked }: { plan: FlowPlan } & Pick<ScheduleContext, 'test' | 'tooLarge'>,
  context: Omit<SendContext, 'copy'>,
  { later, ...ports }: Omit<ScheduledSendPorts, 'later'> & { later: Later | null },
): ScheduledSend | { outcome: FlowOutcome } {
  if (later === null) return { outcome: switchedOff };
  const { ignored } = context;
  const read = scheduleOf(request, plan, { ...asked, ignored, nowMs: ports.epochMs() });
  if ('outcome' in read) return read;
  return new ScheduledSend({ ...context, schedule: read.schedule }, { ...ports, later });
}

const switchedOff = flowError('This deployment has scheduled sends switched off');

/** Schedules the one send that a run may make, and writes the answer to the run. */
export class ScheduledSend {
  private readonly context: ScheduledSendContext;
  private readonly ports: ScheduledSendPorts;
  readonly isLater = true;
  /** The answer of the record; null if nothing was scheduled. */
  private scheduled: string | null = null;

  constructor(context: ScheduledSendContext, ports: ScheduledSendPorts) {
    this.context = context;
    this.ports = ports;
  }

  /** The flow's port. Throws like `scheduleOnce`. */
  readonly send: FlowPorts<Recipients>['send'] = async (mail, trace) => {
    const { keyed, takesOver, route, origin, schedule } = this.context;
    const { later, keepPending, store, epochMs, fastForwardMs = 0 } = this.ports;
    const chosen = route(mail.recipients);
    if (chosen.type === 'refused') return { outcome: 'refused', error: chosen.error };
    const sendAt = new Date(schedule.sendAtMs).toISOString();
    const outcome = { outcome: 'scheduled', id: origin.messageId, sendAt } as const;
    const record = this.recordOf(mail, trace, sendAt);
    const { accountId, messageId } = record;
    const preparation = {
      wakeUp: () => {
        const dueClockMs = epochMs() + fastForwardMs;
        const notBeforeMs = Math.max(schedule.sendAtMs, dueClockMs + recordingMs);
        return later('due', { accountId, messageId }, notBeforeMs, messageId);
      },
      keepRequest: () => keepPending(record, schedule.content),
    };
    await scheduleOnce({ record, keyed, takesOver }, preparation, store);
    this.scheduled = record.answer;
    return outcome;
  };

  /** Returns the record's answer if the run scheduled a message, so that a repeat gets the same bytes. */
  answer({ outcome, trace }: FlowRun): WrittenAnswer {
    const { answers, origin } = this.context;
    const { type } = outcome;
    if (this.scheduled === null)
      return new WrittenAnswer(answers.write(outcome, trace), { outcome: type });
    return new WrittenAnswer(this.scheduled, { outcome: type, messageId: origin.messageId });
  }

  private recordOf(
    mail: FlowMail<Recipients>,
    trace: readonly unknown[],
    sendAt: string,
  ): MessageRecord {
    const { origin, route, answers, schedule } = this.context;
    const { epochMs, retentionDays } = this.ports;
    const when = { trace, nowMs: epochMs(), retentionDays };
    const id = origin.messageId;
    return {
      ...sendingRecord(origin, mail, route(mail.recipients), when),
      state: 'SCHEDULED',
      sendAt,
      answer: answers.write({ success: true, type: 'scheduled', id, sendAt }, trace),
      expiresAt: daysFrom(schedule.sendAtMs, retentionDays),
    };
  }
}
