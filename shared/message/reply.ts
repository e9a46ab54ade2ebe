import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import type { MessageRecord } from './message.ts';
import { partOf, ulidDigits } from './message-id.ts';

export const verdicts = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED'] as const;

/** What SES found about a received mail. */
export type Verdict = (typeof verdicts)[number];

export type Verdicts = Record<'spf' | 'dkim' | 'dmarc' | 'spam' | 'virus', Verdict>;

/** The verdicts of a mail with nothing wrong. */
export const passed: Verdicts = {
  ...{ spf: 'PASS', dkim: 'PASS', dmarc: 'PASS', spam: 'PASS', virus: 'PASS' },
};

export interface ReplyFile {
  name: string;
  /** The media type that the mail gives. */
  type: string;
  bytes: number;
}

/** A mail that came to the address of a message's thread. */
export interface Reply {
  id: string;
  /** ISO 8601, when SES received it. */
  at: string;
  /** The address in the mail's `From`, which anyone can forge. */
  from: string;
  /** The name in its `From`; null if there is none. */
  name: string | null;
  subject: string | null;
  /** The words of the writer without quotes; null if the mail is too large or cannot be read. */
  text: string | null;
  /** Whether the text was longer, and was cut. */
  textCut: boolean;
  /** Whether a program wrote it, such as a vacation notice or a bounce. */
  auto: boolean;
  /** Whether `from` is an address of the message's recipients. */
  fromRecipient: boolean;
  verdicts: Verdicts;
  /** Its `Message-ID` in angle brackets; null if it has none that can be answered. */
  messageIdHeader: string | null;
  attachments: readonly ReplyFile[];
}

/** A reply as it is stored. */
export interface StoredReply extends Reply {
  /** The ids in its `References`. */
  references: readonly string[];
  /** The key of the whole mail in S3; null if the reply was simulated. */
  mailKey: string | null;
}

/** A reply as it was received, before its message was read. */
export interface ReceivedReply extends Omit<StoredReply, 'id' | 'fromRecipient'> {
  /** Identifies the mail: its own Message-ID, or that of SES if it has none. */
  mailId: string;
}

/** The characters of an id that give its time. */
const timeCharacters = 10;

/** What identifies a mail among the replies of a message: the same mail has the same, whenever it comes. */
export function replyKeyOf(messageId: string, mailId: string): string {
  const hash = createHash('sha256').update(`${messageId}\n${mailId}`).digest();
  const digits = Array.from(hash.subarray(0, 16), (byte) => ulidDigits[byte % 32]);
  return `${digits.join('')}${partOf(messageId)}`;
}

/** The id of a reply: a ULID of the time that SES received it, with the digit of its message's part. */
export function replyIdOf(messageId: string, { at, mailId }: ReceivedReply): string {
  return `${encodeTime(Date.parse(at), timeCharacters)}${replyKeyOf(messageId, mailId)}`;
}

/** The `replyKeyOf` of a reply's id. */
export const keyOfReply = (id: string): string => id.slice(timeCharacters);

/** A reply of a message, as it is stored. */
export function storedReply(
  { messageId, recipients }: Pick<MessageRecord, 'messageId' | 'recipients'>,
  received: ReceivedReply,
): StoredReply {
  const { at, from, name, subject, text, textCut, auto, mailId: _, ...others } = received;
  const sender = from.toLowerCase();
  const fromRecipient = recipients.some(({ address }) => address.toLowerCase() === sender);
  const id = replyIdOf(messageId, received);
  return { id, at, from, name, subject, text, textCut, auto, fromRecipient, ...others };
}

/** What callers see of a reply. */
export function shownReply({ references: _, mailKey: __, ...reply }: StoredReply): Reply {
  return reply;
}
