import { reportedBy, worse } from '../../../shared/message/apply-event.ts';
import type { MessageRecord } from '../../../shared/message/message.ts';
import type { MessageCopy } from '../../../shared/message/message-copy.ts';
import type { MessageStore } from '../../../shared/message/message-store.ts';
import { type Suppression, suppressionAddress } from '../../../shared/message/suppression.ts';

const unused = () => Promise.reject(new Error('The demo data make no such call'));

/** Keeps what sends record until it is written at once: each record costs one call, not five. */
export class MailsInMemory {
  readonly records = new Map<string, MessageRecord>();
  readonly suppressed = new Map<string, Suppression>();
  /** Scheduled mails that were cancelled afterwards. */
  readonly cancelled: MessageRecord[] = [];
  /** What the functions would log: the keys' last uses, the usage and its cost are counted from it. */
  readonly logLines: string[] = [];
  readonly copies: { record: MessageRecord; copy: MessageCopy; expiresAt: number }[] = [];

  /** The first report on an address counts. */
  readonly suppress = async (_: string, suppression: Suppression): Promise<void> => {
    const { address } = suppression;
    if (!this.suppressed.has(address)) this.suppressed.set(address, suppression);
  };

  /** A mail has one recipient, so that its reports are in its record. */
  readonly store: MessageStore = {
    readClaimAndSuppressed: async (_account, _key, addresses) => ({
      claim: null,
      suppressed: addresses.flatMap((one) => this.suppressed.get(suppressionAddress(one)) ?? []),
    }),
    readMessage: async (_, messageId) => this.records.get(messageId) ?? null,
    beginMessage: async (record) => this.keep(record) !== null,
    writeFailure: async (record) => void this.keep(record),
    settleMessage: async ({ messageId }, { answer, trace, ...settled }) => {
      const record = this.records.get(messageId);
      if (record === undefined) return null;
      const kept = { answer: answer ?? record.answer, trace: trace ?? record.trace };
      return this.keep({ ...record, ...settled, ...kept });
    },
    keepCopy: async ({ messageId }, copy, expiresAt) => {
      const record = this.records.get(messageId);
      if (record) this.copies.push({ record, copy, expiresAt });
    },
    recordEvent: async (_, messageId, { sesMessageId: _id, ...event }) => {
      const record = this.records.get(messageId);
      if (record === undefined) return { outcome: 'no such message' };
      const reported = worse(record.reported, reportedBy(record, event));
      const message = this.keep({ ...record, reported, events: [...record.events, event] });
      return { outcome: 'recorded', message };
    },
    writeClaim: unused,
    takeOverClaim: unused,
    freeClaim: unused,
    beginScheduled: unused,
    handBack: unused,
    keepReply: unused,
  };

  private keep(record: MessageRecord): MessageRecord {
    this.records.set(record.messageId, record);
    return record;
  }
}
