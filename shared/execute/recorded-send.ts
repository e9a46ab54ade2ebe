import type { SesMail } from '../adapters/ses/ses.ts';
import { mayBeTemporary } from '../adapters/tables/dynamodb.ts';
import type { Deadline } from '../deadline.ts';
import type { FlowMail, FlowPorts } from '../engine/flow/ports.ts';
import type { FlowRun } from '../engine/flow/run-flow.ts';
import { causesOf } from '../http/log-line.ts';
import { Reply } from '../http/reply.ts';
import type { KeyedRequest } from '../message/idempotency-key.ts';
import type { Claim, MessageStore } from '../message/message-store.ts';
import type { Recipients } from '../message/recipients.ts';
import { type Attempt, sendOnce } from '../message/send-once.ts';
import { causesForLog, outcomeForCaller, type SendOutcome } from '../message/send-outcome.ts';
import { type Settled, settleSend } from '../message/settle-send.ts';
import type { Answers } from './answers.ts';
import { type Origin, sendingRecord } from './message-record.ts';
import { toSesMail } from './ses-mail.ts';

export interface RecordedSendPorts {
  store: MessageStore;
  sendMail: (mail: SesMail) => Promise<SendOutcome>;
  /** The time by which the end of a send must be written. */
  deadline: Pick<Deadline, 'leftMs'>;
  /** Milliseconds since 1970. */
  epochMs: () => number;
  /** How long a message's record is kept. */
  retentionDays: number;
}

/** What `RecordedSend` needs to know about the request. */
export interface SendContext {
  origin: Origin;
  keyed: KeyedRequest | null;
  takesOver: Claim | null;
  answers: Answers;
}

/**
 * Makes the one send that a run may make, and writes the answer to the run. A repeat of the request
 * gets the same answer.
 */
export class RecordedSend {
  private readonly context: SendContext;
  private readonly ports: RecordedSendPorts;
  private made: { attempt: Attempt; outcome: SendOutcome } | null = null;

  constructor(context: SendContext, ports: RecordedSendPorts) {
    this.context = context;
    this.ports = ports;
  }

  /** The flow's port. Throws like `sendOnce`. */
  readonly send: FlowPorts<Recipients>['send'] = async (mail, trace) => {
    const { origin } = this.context;
    const attempt = this.attemptFor(mail, trace);
    const sesMail = toSesMail(mail, origin);
    const { store, sendMail } = this.ports;
    const outcome = await sendOnce(attempt, () => sendMail(sesMail), store);
    this.made = { attempt, outcome };
    return outcomeForCaller(outcome);
  };

  /** Answers the run; if the run sent a mail, it first records how the send ended. */
  async answer({ outcome, trace }: FlowRun): Promise<Reply> {
    const { origin, answers } = this.context;
    const answer = answers.write(outcome, trace);
    const { type } = outcome;
    if (this.made === null) return new Reply(answer, { outcome: type });
    const made = this.made;
    const { store, deadline, epochMs } = this.ports;
    const ended = { outcome: made.outcome, answer, trace, nowMs: epochMs() };
    const writing = { write: answers.writeFound, store };
    const settled = await settleInTime(() => settleSend(made.attempt, ended, writing), deadline);
    const { messageId } = origin;
    const causes =
      settled.fault === undefined ? causesForLog(made.outcome) : causesOf(settled.fault);
    const isUnknown = made.outcome.outcome === 'unknown';
    const notes = { outcome: isUnknown ? 'send_unknown' : type, messageId, causes };
    return new Reply(settled.answer, notes);
  }

  private attemptFor(mail: FlowMail<Recipients>, trace: readonly unknown[]): Attempt {
    const { origin, keyed, takesOver } = this.context;
    const { epochMs, retentionDays } = this.ports;
    const record = sendingRecord(origin, mail, { trace, nowMs: epochMs(), retentionDays });
    return { record, keyed, takesOver };
  }
}

/**
 * The pause after the first failure. It doubles with each further failure, up to `longestPauseMs`.
 */
const firstPauseMs = 100;
const longestPauseMs = 2000;

/**
 * Writes how a send ended. It tries again while time is left and the table's fault may be temporary,
 * because a repeat of the request learns the end only from the table. A failed write does not
 * change the answer.
 */
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
