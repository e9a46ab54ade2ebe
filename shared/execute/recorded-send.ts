import type { SesMail } from '../adapters/ses/ses.ts';
import { mayBeTemporary } from '../adapters/tables/dynamodb.ts';
import type { Deadline } from '../deadline.ts';
import type { FlowMail } from '../engine/flow/ports.ts';
import type { FlowRun } from '../engine/flow/run-flow.ts';
import { causesOf } from '../http/log-line.ts';
import { WrittenAnswer } from '../http/written-answer.ts';
import type { KeyedRequest } from '../message/idempotency-key.ts';
import type { MailHeaders } from '../message/mail-headers.ts';
import type { Claim, MessageStore } from '../message/message-store.ts';
import type { Recipients } from '../message/recipients.ts';
import { type Attempt, sendOnce } from '../message/send-once.ts';
import { causesForLog, outcomeForCaller, type SendOutcome } from '../message/send-outcome.ts';
import { type Settled, settleSend } from '../message/settle-send.ts';
import type { Answers } from './answers.ts';
import { type CapturedPorts, capturedId, reportCaptured } from './captured-mail.ts';
import { billedRecipients, type ChooseRoute, type DeliveryRoute } from './delivery-route.ts';
import type { CopyKeeping } from './kept-copy.ts';
import { dayMs, type Origin, sendingRecord } from './message-record.ts';
import { redirectedMail, toSesMail } from './ses-mail.ts';

export interface RecordedSendPorts extends Pick<CapturedPorts, 'announcer'> {
  store: MessageStore;
  sendMail: (mail: SesMail) => Promise<SendOutcome>;
  /** The time by which the end of a send must be written. */
  deadline: Pick<Deadline, 'leftMs'>;
  /** Milliseconds since 1970. */
  epochMs: () => number;
  retentionDays: number;
}

export interface SendContext {
  origin: Origin;
  keyed: KeyedRequest | null;
  takesOver: Claim | null;
  answers: Answers;
  route: ChooseRoute;
  /** The request's `_headers`, which were checked. Default: none. */
  headers?: MailHeaders | undefined;
  /** The names of the request's fields that were ignored. Default: none. */
  ignored?: readonly string[] | undefined;
  /** Null if no copy of the mail is kept. */
  copy: CopyKeeping | null;
}

/** A mail that was sent or may have been sent. */
interface Made {
  attempt: Attempt;
  mail: FlowMail<Recipients>;
  route: DeliveryRoute;
  outcome: SendOutcome;
}

/** Makes the one send of a run, and writes the answer to the run. A repeat of the request gets the same answer. */
export class RecordedSend {
  private readonly context: SendContext;
  private readonly ports: RecordedSendPorts;
  private made: Made | null = null;

  constructor(context: SendContext, ports: RecordedSendPorts) {
    this.context = context;
    this.ports = ports;
  }

  /** The flow's port. Throws like `sendOnce`. */
  readonly send = async (
    mail: FlowMail<Recipients>,
    trace: readonly unknown[],
  ): Promise<SendOutcome> => {
    const route = this.context.route(mail.recipients);
    const attempt = this.attemptFor(mail, route, trace);
    const handOver = this.handOver(mail, route);
    const outcome = await sendOnce(attempt, handOver, this.ports.store);
    this.made = { attempt, mail, route, outcome };
    return outcomeForCaller(outcome);
  };

  /** Answers the run; if the run sent a mail, it first records how the send ended. */
  async answer({ outcome, trace }: FlowRun): Promise<WrittenAnswer> {
    const { origin, answers } = this.context;
    const answer = answers.write(outcome, trace);
    const { type } = outcome;
    if (this.made === null) return new WrittenAnswer(answer, { outcome: type });
    const made = this.made;
    const { store, deadline, epochMs } = this.ports;
    const ended = { outcome: made.outcome, answer, trace, nowMs: epochMs() };
    const writing = { write: answers.writeFound, store };
    const [settled, copyFault] = await Promise.all([
      settleInTime(() => settleSend(made.attempt, ended, writing), deadline),
      faultOf(this.keepCopy(made, ended.nowMs)),
    ]);
    const reportFault = await faultOf(this.reportCaptured(made, epochMs()));
    const { messageId } = origin;
    const fault = settled.fault ?? copyFault ?? reportFault;
    const causes = fault === undefined ? causesForLog(made.outcome) : causesOf(fault);
    const isUnknown = made.outcome.outcome === 'unknown';
    const billed = made.outcome.outcome === 'refused' ? 1 : billedRecipients(made.route);
    const recipients = billed === 1 ? undefined : billed;
    const paused = 'isPaused' in made.outcome ? made.outcome.isPaused : undefined;
    const ends = isUnknown ? 'send_unknown' : type;
    const notes = { outcome: ends, messageId, recipients, paused, causes };
    return new WrittenAnswer(settled.answer, notes);
  }

  private attemptFor(
    mail: FlowMail<Recipients>,
    route: DeliveryRoute,
    trace: readonly unknown[],
  ): Attempt {
    const { origin, keyed, takesOver } = this.context;
    const { epochMs, retentionDays } = this.ports;
    const when = { trace, nowMs: epochMs(), retentionDays };
    return { record: sendingRecord(origin, mail, route, when), keyed, takesOver };
  }

  /** Makes the call that sends the mail by its route. */
  private handOver(mail: FlowMail<Recipients>, route: DeliveryRoute): () => Promise<SendOutcome> {
    const { origin, headers } = this.context;
    const { sendMail } = this.ports;
    const sesMail = toSesMail({ ...mail, recipients: route.recipients }, origin, headers);
    switch (route.type) {
      case 'ses':
        return () => sendMail(sesMail);
      case 'redirected': {
        const redirected = redirectedMail(sesMail, route.recipients, route.redirectedTo);
        return () => sendMail(redirected);
      }
      case 'captured':
        return async () => ({ outcome: 'sent', messageId: capturedId(origin.messageId) });
      case 'refused':
        return async () => ({ outcome: 'refused', error: route.error });
    }
  }

  /** Keeps the copy of a mail that was sent, or may have been: at most as long as its record. */
  private async keepCopy({ mail, attempt, outcome }: Made, nowMs: number): Promise<void> {
    const { copy } = this.context;
    if (copy === null || outcome.outcome === 'refused') return;
    const ends = Math.floor((nowMs + copy.days * dayMs) / 1000);
    const expiresAt = Math.min(attempt.record.expiresAt, ends);
    await this.ports.store.keepCopy(attempt.record, await copy.copyOf(mail), expiresAt);
  }

  private async reportCaptured({ route, attempt }: Made, nowMs: number): Promise<void> {
    if (route.type !== 'captured') return;
    const { store, announcer } = this.ports;
    const { recordEvent, keepReply } = store;
    await reportCaptured(attempt.record, nowMs, { recordEvent, keepReply, announcer });
  }
}

/** The error of a write that does not change the answer; undefined if the write succeeds. */
async function faultOf(writing: Promise<void>): Promise<unknown> {
  try {
    await writing;
  } catch (fault) {
    return fault;
  }
}

/** The pause after the first failure; it doubles with each further one. */
const firstPauseMs = 100;
const longestPauseMs = 2000;

/** Writes how a send ended, repeatedly while time is left: a repeated request learns it only from the table. */
async function settleInTime(
  settle: () => Promise<Settled>,
  deadline: Pick<Deadline, 'leftMs'>,
): Promise<Settled> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const settled = await settle();
    const isOver = settled.fault === undefined || !mayBeTemporary(settled.fault);
    if (isOver || deadline.leftMs() <= pauseMs) return settled;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
