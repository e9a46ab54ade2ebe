import type { MessageRecord } from '../../shared/message/message.ts';
import type { MessagePlace } from '../../shared/message/message-store.ts';
import type { ReadMail } from '../../shared/reply/read-mail.ts';
import type { ReplyPorts } from '../../shared/reports/apply-reply.ts';

export interface RepliesPorts extends ReplyPorts {
  /** The domain that receives replies. */
  domain: string;
  /** The message of the thread with this token; null if there is none. */
  readThread: (token: string) => Promise<MessagePlace | null>;
  readMessage: (accountId: string, messageId: string) => Promise<MessageRecord | null>;
  /** The whole mail. `too large` above `maxReplyMailBytes`. Throws if S3 does not have it. */
  fetchMail: (key: string) => Promise<Uint8Array | 'too large'>;
  readMail: (raw: Uint8Array, sender: string) => Promise<ReadMail>;
  epochMs: () => number;
}
