import { maxReplies } from '../../engine/limits.ts';
import type { MessageRecord } from '../../message/message.ts';
import { messageIdHeaderOf } from '../../message/message-id-header.ts';
import type { MessagePlace } from '../../message/message-store.ts';
import { keyOfReply, type StoredReply } from '../../message/reply.ts';
import { tokenIn } from '../../reply/token.ts';
import { type Item, number, optionalText, text, textItem } from './attributes.ts';
import { getItem, putItem, type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { messageItemKey } from './message-item.ts';
import { readItems } from './messages-table.ts';

/** The key of a thread's token. It has a partition of its own, because the token alone does not tell the account. */
const threadItemKey = (token: string): Item => ({
  accountId: { S: `T#${token}` },
  sk: { S: `T#${token}` },
});

/** The key of the token in a thread's address. Undefined if the message has no thread. */
export function threadKeyOf({ replyTo }: Pick<MessageRecord, 'replyTo'>): Item | undefined {
  const token = replyTo === undefined ? null : tokenIn(replyTo);
  return token === null ? undefined : threadItemKey(token);
}

/** Writes the token of a message's thread, if it has one, as long as its record is kept. */
export async function keepThread(messages: Table, record: MessageRecord): Promise<void> {
  const key = threadKeyOf(record);
  if (key === undefined) return;
  const { accountId, messageId, expiresAt } = record;
  const names = textItem({ account: accountId, messageId });
  await putItem(messages, { ...key, ...names, expiresAt: { N: String(expiresAt) } });
}

/** The message of the thread with this token; null if there is none. Eventually consistent. */
export async function readThread(
  messages: Table,
  token: string,
  nowMs: number,
): Promise<MessagePlace | null> {
  const item = await getItem(messages, threadItemKey(token), false);
  if (!item || number(item, 'expiresAt') * 1000 <= nowMs) return null;
  return { accountId: text(item, 'account'), messageId: text(item, 'messageId') };
}

/** The prefix of the sort keys of replies. */
export const replyPrefix = 'R#';

/** The key of a reply, in the partition of its message, which the last digit of the id names. */
export const replyItemKey = (accountId: string, replyId: string): Item => ({
  ...messageItemKey(accountId, replyId),
  sk: { S: `${replyPrefix}${keyOfReply(replyId)}` },
});

/**
 * Writes a reply once, and then its id into its message's record. Returns the reply as it is stored: a mail that comes
 * again keeps its first id. Null if the message has the most replies already.
 */
export async function keepReply(
  messages: Table,
  { accountId, messageId, expiresAt }: MessageRecord,
  reply: StoredReply,
): Promise<{ reply: StoredReply; isNew: boolean } | null> {
  const key = replyItemKey(accountId, reply.id);
  const item: Item = {
    ...key,
    ...textItem({ replyId: reply.id, messageId, reply: JSON.stringify(reply) }),
    expiresAt: { N: String(expiresAt) },
  };
  const once = { ConditionExpression: 'attribute_not_exists(sk)' };
  const isNew = await unlessRefused(putItem(messages, item, once));
  const there = isNew ? reply : toReply((await getItem(messages, key)) ?? item);
  const added = updateItem(messages, messageItemKey(accountId, messageId), {
    UpdateExpression: 'ADD replyIds :ids',
    ConditionExpression:
      'attribute_exists(sk) AND (attribute_not_exists(replyIds) OR size(replyIds) < :most OR contains(replyIds, :id))',
    ExpressionAttributeValues: {
      ':ids': { SS: [there.id] },
      ':id': { S: there.id },
      ':most': { N: String(maxReplies) },
    },
  });
  return (await unlessRefused(added)) ? { reply: there, isNew } : null;
}

/** The replies of a message, the oldest first, strongly consistent: no read if it has none. */
export async function readReplies(
  messages: Table,
  { accountId, replyIds = [] }: Pick<MessageRecord, 'accountId' | 'replyIds'>,
): Promise<StoredReply[]> {
  if (replyIds.length === 0) return [];
  const keys = new Map(replyIds.map((id) => [keyOfReply(id), replyItemKey(accountId, id)]));
  const replies = (await readItems(messages, [...keys.values()], true)).map(toReply);
  return replies.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** A reply by its id; null if there is none. */
export async function readReply(
  messages: Table,
  accountId: string,
  replyId: string,
): Promise<StoredReply | null> {
  const item = await getItem(messages, replyItemKey(accountId, replyId));
  return item && text(item, 'replyId') === replyId ? toReply(item) : null;
}

/** The mail of a message or a reply with this id: one read. Null if there is none, or it has no Message-ID. */
export async function readAnswered(
  messages: Table,
  accountId: string,
  id: string,
): Promise<{ messageIdHeader: string; references: readonly string[] } | null> {
  const keys = [messageItemKey(accountId, id), replyItemKey(accountId, id)];
  const items = await readItems(messages, keys, true);
  const reply = items.find((item) => optionalText(item, 'replyId') === id);
  // Only the message's item has one.
  const [sesMessageId = null] = items.flatMap((item) => optionalText(item, 'sesMessageId') ?? []);
  const { messageIdHeader, references } = reply
    ? toReply(reply)
    : { messageIdHeader: messageIdHeaderOf(sesMessageId), references: [] };
  return messageIdHeader === null ? null : { messageIdHeader, references };
}

export const toReply = (item: Item): StoredReply => JSON.parse(text(item, 'reply'));
