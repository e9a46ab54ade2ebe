import type { Mail as SesMail } from '../adapters/ses.ts';
import type { FlowPorts, Mail } from '../flow/ports.ts';
import type { FlowRun } from '../flow/run-flow.ts';
import { causesOf } from '../http/log-line.ts';
import { Reply } from '../http/reply.ts';
import type { Claim } from '../message/claim.ts';
import type { KeyedRequest } from '../message/idempotency-key.ts';
import type { MessageStore } from '../message/message-store.ts';
import type { Recipients } from '../message/recipients.ts';
import { type Attempt, sendOnce } from '../message/send-once.ts';
import type { SendOutcome } from '../message/send-outcome.ts';
import { settleSend } from '../message/settle-send.ts';
import type { Answers } from './answers.ts';
import { type Origin, sendingRecord } from './message-record.ts';
import { toSesMail } from './ses-mail.ts';

export interface RecordedSendPorts {
  store: MessageStore;
  sendMail: (mail: SesMail) => Promise<SendOutcome>;
  /** Milliseconds since 1970. */
  epochMs: () => number;
  /** How long a message's record is kept. */
  retentionDays: number;
}

/** What a send of this request is recorded as. */
export interface SendContext {
  origin: Origin;
  keyed: KeyedRequest | null;
  takesOver: Claim | null;
  answers: Answers;
}

/** The one send that a run may make, and the answer to the run, which a repeat gets as well. */
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
    return outcome;
  };

  /** Answers the run; where it sent something, what came of it is written down first. */
  async answer({ outcome, trace }: FlowRun): Promise<Reply> {
    const { origin, answers } = this.context;
    const answer = answers.write(outcome, trace);
    const { type } = outcome;
    if (this.made === null) return new Reply(answer, { outcome: type });
    const settled = await settleSend(
      this.made.attempt,
      { outcome: this.made.outcome, answer, trace, nowMs: this.ports.epochMs() },
      { write: answers.writeFound, store: this.ports.store },
    );
    const { messageId } = origin;
    const causes = settled.fault === undefined ? undefined : causesOf(settled.fault);
    const isUnknown = this.made.outcome.outcome === 'unknown';
    const notes = { outcome: isUnknown ? 'send_unknown' : type, messageId, causes };
    return new Reply(settled.answer, notes);
  }

  private attemptFor(mail: Mail<Recipients>, trace: readonly unknown[]): Attempt {
    const { origin, keyed, takesOver } = this.context;
    const { epochMs, retentionDays } = this.ports;
    const record = sendingRecord(origin, mail, { trace, nowMs: epochMs(), retentionDays });
    return { record, keyed, takesOver };
  }
}
