import * as z from 'zod/mini';
import { maxStoredRequestBytes } from '../../engine/limits.ts';
import type { MessageRecord } from '../../message/message.ts';
import type { MessagePlace } from '../../message/message-store.ts';
import { oncePerList } from '../../once-per-list.ts';
import { bytes, type Item, number, optionalText, text, textItem } from './attributes.ts';
import {
  deleteItem,
  getItem,
  putItem,
  queryPage,
  type Table,
  unlessRefused,
  updateItem,
} from './dynamodb.ts';
import { Expression } from './expression.ts';
import { messageItemKey, messagePartitions, testPartition } from './message-item.ts';
import { compress, decompress } from './zstd.ts';

/** Raise it when the meaning of a pending request changes. */
const pendingFormat = 1;

/** A pending request that a newer version of the service wrote. */
export class NewerPending extends Error {
  override readonly name = 'NewerPending';
}

const field = z.optional(z.nullable(z.string()));

const pendingRequest = z.object({
  /** The fields of the request that its mail is made of. */
  request: z.object({
    variables: z.record(z.string(), z.unknown()),
    _to: field,
    _subject: field,
    _replyTo: field,
    _cc: field,
    _bcc: field,
    _headers: z.optional(z.record(z.string(), z.string())),
    _unsubscribe: z.optional(z.string()),
  }),
  /** What happens to its test key's mails; absent for a live key. */
  test: z.optional(
    z.object({
      redirectTo: z.optional(z.string()),
      allow: z.optional(z.array(z.string())),
    }),
  ),
  /** Whether the account had forgotten people when the request was accepted. Default: false. */
  forgets: z.optional(z.boolean()),
  /** The names of the request's fields that were ignored. */
  ignored: z.optional(z.array(z.string())),
});

type Pending = z.output<typeof pendingRequest>;

/** The request of a scheduled message. The message's record names the template, the revision and the language. */
export interface PendingRequest extends Pending {
  request: Pending['request'] & {
    /** As the caller gave them. */
    _attachments?: readonly unknown[] | undefined;
  };
}

export interface EncodedRequest {
  content: Uint8Array;
  /** Its `_attachments`; undefined if it has none. */
  attachments?: Uint8Array | undefined;
}

/** What a list of pending requests says about the message of each. */
export type PendingMessage = Pick<
  MessageRecord,
  'messageId' | 'keyId' | 'templateId' | 'sendAt' | 'reference'
>;

const prefix = 'L#';

const pendingItemKey = ({ accountId, messageId }: MessagePlace): Item => ({
  ...messageItemKey(accountId, messageId),
  sk: { S: `${prefix}${messageId}` },
});

/** Compresses faster than a revision is compressed: a request waits for it. */
const fastLevel = 3;

/** The request as it is stored; null if it is larger than an item can hold. */
export function encodePending({ request, ...pending }: PendingRequest): EncodedRequest | null {
  const { _attachments = [], ...fields } = request;
  const attachments = _attachments.length === 0 ? undefined : encodeList(_attachments);
  const content = compress(JSON.stringify({ request: fields, ...pending }), fastLevel);
  const bytes = content.length + (attachments?.length ?? 0);
  return bytes > maxStoredRequestBytes ? null : { content, attachments };
}

const encodeList = oncePerList((list) => compress(JSON.stringify(list), fastLevel));

/** Keeps an encoded request until its message is sent or cancelled, at the latest until its `expiresAt`. */
export async function keepPending(
  messages: Table,
  message: MessagePlace & PendingMessage & Pick<MessageRecord, 'expiresAt'>,
  { content, attachments }: EncodedRequest,
): Promise<void> {
  const { keyId, templateId, sendAt, reference, expiresAt } = message;
  const item: Item = {
    ...pendingItemKey(message),
    ...textItem({ keyId, templateId, sendAt, reference }),
    format: { N: String(pendingFormat) },
    content: { B: content },
    expiresAt: { N: String(expiresAt) },
  };
  if (attachments) item.attachments = { B: attachments };
  await putItem(messages, item);
}

/** The pending request of a message; null if there is none. Strongly consistent. Throws `NewerPending`. */
export async function readPending(
  messages: Table,
  message: MessagePlace,
): Promise<PendingRequest | null> {
  const item = await getItem(messages, pendingItemKey(message));
  if (!item) return null;
  if (number(item, 'format') > pendingFormat) {
    throw new NewerPending('The pending request was written by a newer version of the service');
  }
  const { request, ...pending } = pendingRequest.parse(read(item, 'content'));
  if (item.attachments === undefined) return { request, ...pending };
  const _attachments = z.array(z.unknown()).parse(read(item, 'attachments'));
  return { request: { ...request, _attachments }, ...pending };
}

const read = (item: Item, name: string): unknown =>
  JSON.parse(decompress(bytes(item, name)).toString());

/** Removes the pending request of a message that is settled or cancelled. */
export async function removePending(messages: Table, message: MessagePlace): Promise<void> {
  await deleteItem(messages, pendingItemKey(message));
}

/** Gives a pending request another time, ISO 8601 in UTC. It does nothing if there is no such request. */
export async function movePending(
  messages: Table,
  message: MessagePlace,
  sendAt: string,
): Promise<void> {
  const move = updateItem(messages, pendingItemKey(message), {
    UpdateExpression: 'SET sendAt = :sendAt',
    ConditionExpression: 'attribute_exists(sk)',
    ExpressionAttributeValues: { ':sendAt': { S: sendAt } },
  });
  await unlessRefused(move);
}

export interface PendingQuery {
  /** The number of parts that hold the account's messages. Default: 1. */
  parts?: number | undefined;
  /** Lists those of the account's test keys, and no others. Default: those of live keys, and no others. */
  test?: boolean | undefined;
  /** Only messages with this reference. Default: all. */
  reference?: string | undefined;
  /** Only messages whose time is not after this time, ISO 8601 in UTC. Default: all. */
  until?: string | undefined;
}

/** The messages of an account that are not due yet, soonest first, strongly consistent. DynamoDB reads whole items. */
export async function listPending(
  messages: Table,
  accountId: string,
  { parts = 1, test = false, ...wanted }: PendingQuery,
): Promise<PendingMessage[]> {
  const partitions = test ? [testPartition(accountId)] : messagePartitions(accountId, parts);
  const lists = await Promise.all(partitions.map((each) => listPart(messages, each, wanted)));
  return lists.flat().sort(bySendAt);
}

/** Soonest first; messages with the same time in the order of their ids. */
function bySendAt(one: PendingMessage, other: PendingMessage): number {
  return timeOf(one) - timeOf(other) || (one.messageId < other.messageId ? -1 : 1);
}

const timeOf = ({ sendAt }: PendingMessage) => Date.parse(sendAt ?? '');

interface PageQuery extends Pick<PendingQuery, 'reference' | 'until'> {
  after?: string | undefined;
  limit?: number;
  mayBeLate?: boolean;
}

async function listPart(messages: Table, partition: string, wanted: PageQuery) {
  const pending: PendingMessage[] = [];
  for (let after: string | undefined; ; ) {
    const page = await readPendingPage(messages, partition, { ...wanted, after });
    pending.push(...page.pending);
    if (page.next === undefined) return pending;
    after = page.next;
  }
}

/** One page of a partition's unsent messages after `after`. Strongly consistent unless `mayBeLate`. */
export async function readPendingPage(
  messages: Table,
  partition: string,
  { reference, until, after, limit, mayBeLate = false }: PageQuery,
): Promise<{ pending: PendingMessage[]; next: string | undefined }> {
  const expression = new Expression();
  const account = expression.text(partition);
  const start = expression.text(prefix);
  const named = expression.name('reference');
  const filters = [
    ...(reference === undefined ? [] : [`${named} = ${expression.text(reference)}`]),
    ...(until === undefined ? [] : [`sendAt <= ${expression.text(until)}`]),
  ];
  const { Items = [], LastEvaluatedKey } = await queryPage(messages, {
    KeyConditionExpression: `accountId = ${account} AND begins_with(sk, ${start})`,
    FilterExpression: filters.length > 0 ? filters.join(' AND ') : undefined,
    ProjectionExpression: `sk, keyId, templateId, sendAt, ${named}`,
    ...expression.attributes(),
    ExclusiveStartKey:
      after === undefined ? undefined : textItem({ accountId: partition, sk: after }),
    Limit: limit,
    ConsistentRead: !mayBeLate,
  });
  return {
    pending: Items.map(toPendingMessage),
    next: LastEvaluatedKey && text(LastEvaluatedKey, 'sk'),
  };
}

function toPendingMessage(item: Item): PendingMessage {
  return {
    messageId: text(item, 'sk').slice(prefix.length),
    keyId: text(item, 'keyId'),
    templateId: text(item, 'templateId'),
    sendAt: text(item, 'sendAt'),
    reference: optionalText(item, 'reference'),
  };
}
