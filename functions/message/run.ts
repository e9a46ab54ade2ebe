import * as z from 'zod/mini';
import { readMessageRange } from '../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { findBySesMessageId } from '../../shared/adapters/tables/messages-table-events.ts';
import { listMessages } from '../../shared/adapters/tables/messages-table-lists.ts';
import { refuse } from '../../shared/engine/errors.ts';
import { maxFoundMessages, maxSearchedMessages } from '../../shared/engine/limits.ts';
import { formatAddress, parseAddress } from '../../shared/engine/verify/address.ts';
import type { ApiCaller } from '../../shared/http/proxy.ts';
import { mayUseTemplate } from '../../shared/keys/scopes.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import { capturedPrefix, isMessageId, isTestMessage } from '../../shared/message/message-id.ts';
import type { MessageRequest, Messages } from './contract.ts';
import { toMessage } from './to-message.ts';

export interface MessagePorts {
  messages: Table;
  accounts: Table;
  epochMs: () => number;
}

/** A request after it was read: which messages it asks for. */
type Wanted =
  | { id: string }
  | { sesMessageId: string }
  | { matches: (message: MessageRecord) => boolean; since: number | undefined };

/**
 * Finds the caller's messages. A test key finds the messages of test keys, a live key those of live keys, each of the
 * templates that it may read. Throws the refusals `required`, `wrongType` and `messageNotFound`.
 */
export async function findMessages(
  request: MessageRequest,
  caller: ApiCaller,
  ports: MessagePorts,
): Promise<Messages> {
  const nowMs = ports.epochMs();
  const wanted = wantedOf(request, nowMs);
  const { records, more } =
    'matches' in wanted
      ? await search(wanted, caller, { ...ports, nowMs })
      : { records: [await readOne(wanted, caller, { ...ports, nowMs })], more: false };
  const reading = { messages: ports.messages, nowMs, withContent: caller.test !== undefined };
  const messages = await Promise.all(records.map((record) => toMessage(record, reading)));
  return { messages, more: more || undefined };
}

function wantedOf({ id, messageId, reference, to, since }: MessageRequest, nowMs: number): Wanted {
  const given = [id, messageId, reference, to].filter((selector) => selector !== undefined);
  if (given.length !== 1) throw refuse('required', 'id, messageId, reference or to');
  const sinceMs = since === undefined ? undefined : readSince(since, nowMs);
  if (id !== undefined) return { id };
  if (messageId !== undefined) {
    return messageId.startsWith(capturedPrefix)
      ? { id: messageId.slice(capturedPrefix.length) }
      : { sesMessageId: messageId };
  }
  const matches =
    to === undefined ? (message: MessageRecord) => message.reference === reference : isTo(to);
  return { matches, since: sinceMs };
}

/** Whether a mail has this recipient, in upper or lower case; the domain may be in Unicode. */
function isTo(to: string): (message: MessageRecord) => boolean {
  const parsed = parseAddress(to);
  const wanted = (parsed.ok ? formatAddress(parsed.address) : to).toLowerCase();
  return ({ recipients }) => recipients.some(({ address }) => address.toLowerCase() === wanted);
}

type SearchPorts = MessagePorts & { nowMs: number };

async function search(
  { matches, since }: Extract<Wanted, { matches: unknown }>,
  caller: ApiCaller,
  { messages, accounts, nowMs }: SearchPorts,
): Promise<{ records: MessageRecord[]; more: boolean }> {
  const { accountId } = caller;
  const page = await listMessages(messages, accountId, {
    ...(await readMessageRange(accounts, accountId, caller.test !== undefined)),
    matches: (message) => mayRead(caller, message) && matches(message),
    limit: maxFoundMessages,
    window: maxSearchedMessages,
    since,
    nowMs,
  });
  return { records: page.messages, more: page.next !== null };
}

/** The same refusal for an unknown id as for a message that is not the caller's. */
async function readOne(
  wanted: Exclude<Wanted, { matches: unknown }>,
  caller: ApiCaller,
  { messages, nowMs }: SearchPorts,
): Promise<MessageRecord> {
  const { accountId } = caller;
  const messageId = await idOf(wanted, accountId, messages);
  const record = messageId === null ? null : await readMessage(messages, accountId, messageId);
  if (record === null || record.expiresAt * 1000 <= nowMs || !mayRead(caller, record)) {
    throw refuse('messageNotFound');
  }
  return record;
}

async function idOf(
  wanted: Exclude<Wanted, { matches: unknown }>,
  accountId: string,
  messages: Table,
): Promise<string | null> {
  if ('id' in wanted) return isMessageId(wanted.id) ? wanted.id : null;
  const place = await findBySesMessageId(messages, wanted.sesMessageId);
  return place?.accountId === accountId ? place.messageId : null;
}

function mayRead(caller: ApiCaller, { messageId, templateId }: MessageRecord): boolean {
  const isOfItsMode = isTestMessage(messageId) === (caller.test !== undefined);
  return isOfItsMode && mayUseTemplate(caller, 'messages', templateId);
}

const time = z.iso.datetime({ offset: true });

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a time of RFC 3339 or a span before now (`30m`, `2h`, `2d`), in milliseconds since 1970. Throws `wrongType`.
 */
function readSince(text: string, nowMs: number): number {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, nowMs - Number(count) * (unitMs[unit] ?? 0));
  if (z.safeParse(time, text).success) return Math.max(0, Date.parse(text));
  const expected = 'a time such as 2026-05-01T10:00:00Z, or a span such as 30m, 2h or 2d';
  throw refuse('wrongType', 'since', expected, 'another text');
}
