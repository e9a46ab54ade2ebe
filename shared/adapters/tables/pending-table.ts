import { DeleteItemCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { maxStoredRequestBytes } from '../../engine/limits.ts';
import type { MessagePlace } from '../../message/message-store.ts';
import { bytes, type Item, number } from './attributes.ts';
import type { Table } from './dynamodb.ts';
import { messageItemKey } from './message-item.ts';
import { compress, decompress } from './zstd.ts';

/** Raise it when the meaning of a pending request changes. */
const pendingFormat = 1;

/** A pending request that a newer version of the service wrote. */
export class NewerPending extends Error {
  override readonly name = 'NewerPending';
}

const text = z.optional(z.nullable(z.string()));

const pendingRequest = z.object({
  /** The fields of the request that its mail is made of. */
  request: z.object({
    variables: z.record(z.string(), z.unknown()),
    _to: text,
    _subject: text,
    _replyTo: text,
    _cc: text,
    _bcc: text,
  }),
  /** Where the mails of its test key go; absent for a live key. */
  test: z.optional(
    z.object({
      redirectTo: z.optional(z.string()),
      allow: z.optional(z.array(z.string())),
    }),
  ),
  /** The claim of its Idempotency-Key, which a mail that was not sent frees; absent without a key. */
  claim: z.optional(z.object({ keyHash: z.string(), owner: z.string() })),
});

/** What a scheduled message is sent from at its time. Its record names the template and the revision. */
export type PendingRequest = z.output<typeof pendingRequest>;

/** The whole key of a pending request: in the partition of its message. */
const pendingItemKey = ({ accountId, messageId }: MessagePlace): Item => ({
  ...messageItemKey(accountId, messageId),
  sk: { S: `L#${messageId}` },
});

/** Compresses faster than a revision is compressed: a request waits for it. */
const fastLevel = 3;

/** The request as it is stored; null where it is larger than an item can hold. */
export function encodePending(pending: PendingRequest): Uint8Array | null {
  const content = compress(JSON.stringify(pending), fastLevel);
  return content.length > maxStoredRequestBytes ? null : content;
}

/**
 * Keeps an encoded request until its message is sent or cancelled, and replaces an earlier one. DynamoDB deletes what is
 * left behind some time after `expiresAt` (seconds since 1970).
 */
export async function keepPending(
  { client, name: TableName }: Table,
  message: MessagePlace,
  content: Uint8Array,
  expiresAt: number,
): Promise<void> {
  const Item = {
    ...pendingItemKey(message),
    format: { N: String(pendingFormat) },
    content: { B: content },
    expiresAt: { N: String(expiresAt) },
  };
  await client.send(new PutItemCommand({ TableName, Item }));
}

/** The pending request of a message; null where there is none. Strongly consistent. Throws `NewerPending`. */
export async function readPending(
  { client, name: TableName }: Table,
  message: MessagePlace,
): Promise<PendingRequest | null> {
  const Key = pendingItemKey(message);
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  if (!Item) return null;
  if (number(Item, 'format') > pendingFormat) {
    throw new NewerPending('The pending request was written by a newer version of the service');
  }
  return pendingRequest.parse(JSON.parse(decompress(bytes(Item, 'content'))));
}

/** Removes the pending request of a message that is settled or cancelled. */
export async function removePending(
  { client, name: TableName }: Table,
  message: MessagePlace,
): Promise<void> {
  await client.send(new DeleteItemCommand({ TableName, Key: pendingItemKey(message) }));
}
