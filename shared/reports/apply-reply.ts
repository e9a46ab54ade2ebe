import { maxReplies, maxRepliesAnHour } from '../engine/limits.ts';
import type { MessageRecord } from '../message/message.ts';
import { acceptedMs } from '../message/message-id.ts';
import {
  keyOfReply,
  type ReceivedReply,
  replyKeyOf,
  type StoredReply,
  storedReply,
} from '../message/reply.ts';

export interface ReplyPorts {
  /** Writes a reply once. Null if its message has the most replies already. */
  keepReply: (
    message: MessageRecord,
    reply: StoredReply,
  ) => Promise<{ reply: StoredReply; isNew: boolean } | null>;
  announceReply: ((message: MessageRecord, reply: StoredReply) => Promise<void>) | undefined;
}

export type ReplyOutcome = 'recorded' | 'known already' | 'too many';

/** The id of a reply that is recorded already; undefined if it is not. */
export function knownReply(
  { messageId, replyIds = [] }: Pick<MessageRecord, 'messageId' | 'replyIds'>,
  mailId: string,
): string | undefined {
  const key = replyKeyOf(messageId, mailId);
  return replyIds.find((id) => keyOfReply(id) === key);
}

const hourMs = 60 * 60 * 1000;

/** Whether a message has so many replies at this time that it takes no other. */
export function hasTooManyReplies(
  { replyIds = [] }: Pick<MessageRecord, 'replyIds'>,
  nowMs: number,
): boolean {
  const lately = replyIds.filter((id) => acceptedMs(id) > nowMs - hourMs);
  return replyIds.length >= maxReplies || lately.length >= maxRepliesAnHour;
}

/** Records a reply, and announces it unless a program wrote it: two programs could answer each other without end. */
export async function applyReply(
  received: ReceivedReply,
  message: MessageRecord,
  { keepReply, announceReply }: ReplyPorts,
): Promise<ReplyOutcome> {
  const kept = await keepReply(message, storedReply(message, received));
  if (kept === null) return 'too many';
  if (!kept.reply.auto) await announceReply?.(message, kept.reply);
  return kept.isNew ? 'recorded' : 'known already';
}
