import * as z from 'zod/mini';
import { maxStoredCopyBytes } from '../../engine/limits.ts';
import type { KeptCopy, MessageCopy } from '../../message/message-copy.ts';
import { bytes, type Item, number } from './attributes.ts';
import { deleteItem, getItem, putItem, type Table } from './dynamodb.ts';
import { messageItemKey } from './message-item.ts';
import { compress, decompress } from './zstd.ts';

/** Raise it when the meaning of a copy changes. */
const copyFormat = 1;

/** A copy that a newer version of the service wrote. */
export class NewerCopy extends Error {
  override readonly name = 'NewerCopy';
}

const copyItemKey = (accountId: string, messageId: string): Item => ({
  ...messageItemKey(accountId, messageId),
  sk: { S: `C#${messageId}` },
});

/** Keeps a message's copy. One that is too large has only the variables, or is not kept if even they are too large. */
export async function keepCopy(
  messages: Table,
  { accountId, messageId }: { accountId: string; messageId: string },
  copy: MessageCopy,
  expiresAt: number,
): Promise<void> {
  const content = [copy, { ...copy, bodies: null }]
    .map(encodeCopy)
    .find(({ length }) => length <= maxStoredCopyBytes);
  if (content === undefined) return;
  await putItem(messages, {
    ...copyItemKey(accountId, messageId),
    format: { N: String(copyFormat) },
    content: { B: content },
    expiresAt: { N: String(expiresAt) },
  });
}

/** The copy of a message; null if none is kept, or its time is over. Strongly consistent. Throws `NewerCopy`. */
export async function readCopy(
  messages: Table,
  { accountId, messageId }: { accountId: string; messageId: string },
  nowMs: number,
): Promise<KeptCopy | null> {
  const item = await getItem(messages, copyItemKey(accountId, messageId));
  if (!item) return null;
  const expiresAt = number(item, 'expiresAt');
  if (expiresAt * 1000 <= nowMs) return null;
  if (number(item, 'format') > copyFormat) {
    throw new NewerCopy('The copy of the message was written by a newer version of the service');
  }
  return {
    ...messageCopy.parse(JSON.parse(decompress(bytes(item, 'content')).toString())),
    expiresAt,
  };
}

/** Whether a copy of a message is kept. */
export async function hasCopy(
  messages: Table,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<boolean> {
  return (await getItem(messages, copyItemKey(accountId, messageId))) !== undefined;
}

/** Removes the copy of a message, if there is one. */
export async function removeCopy(
  messages: Table,
  { accountId, messageId }: { accountId: string; messageId: string },
): Promise<void> {
  await deleteItem(messages, copyItemKey(accountId, messageId));
}

const messageCopy = z.object({
  variables: z.record(z.string(), z.unknown()),
  given: z.optional(
    z.object({
      _subject: z.optional(z.string()),
      _replyTo: z.optional(z.string()),
      _language: z.optional(z.string()),
    }),
  ),
  bodies: z.nullable(z.object({ subject: z.string(), html: z.string(), text: z.string() })),
  attachments: z.optional(
    z.array(
      z.object({
        name: z.string(),
        bytes: z.number(),
        type: z.string(),
        sha256: z.string(),
        cid: z.optional(z.string()),
      }),
    ),
  ),
  headers: z.optional(z.record(z.string(), z.string())),
});

/** Compresses faster than a revision is compressed: a request waits for it. */
const fastLevel = 3;

const encodeCopy = (copy: MessageCopy) => compress(JSON.stringify(copy), fastLevel);
