import * as z from 'zod/mini';
import { refuse } from '../engine/errors.ts';
import { isJsonObject, typeName } from '../http/contract.ts';
import { messageIdHeader } from '../message/message-id.ts';
import { type DoorReply, ok, type V1Request } from './door.ts';
import { DoorRefusal, type Failure, failureFrom, failureOf, v1Result } from './failure.ts';
import type { Fields } from './fields.ts';
import type { V1Mail } from './mail.ts';

/** What `/v1` made of a mail: postrider's id of it, or why it was not accepted. `""`: only because another one was not. */
export type MailResult = { id: string } | Failure;

/** The request to `/v1/execute` for one mail. `reply` makes the answer for postrider's id of it. */
export function executeRequest(
  { from, ...mail }: V1Mail,
  reply: (id: string) => object,
): V1Request[] {
  const toReply: V1Request['reply'] = (_told, headers) => ok(reply(headers[messageIdHeader] ?? ''));
  return [{ ...mail, from: [from], reply: toReply }];
}

const v1Batch = z.object({ messages: z.array(v1Result) });

interface BatchTranslation {
  mail: (entry: Fields) => Promise<V1Mail>;
  strict?: boolean;
  reply: (results: readonly MailResult[]) => DoorReply;
}

/**
 * The request to `/v1/batch`. A mail that the door refuses leaves its place to an entry that `/v1` refuses: the place is
 * part of each mail's Idempotency-Key.
 */
export async function batchRequest(
  entries: unknown,
  { mail: translate, strict = false, reply }: BatchTranslation,
): Promise<V1Request[]> {
  if (!Array.isArray(entries)) throw new DoorRefusal(400, 'The mails must be a JSON array');
  const mailOf = async (entry: unknown) => {
    if (isJsonObject(entry)) return translate(entry);
    throw refuse('wrongType', 'Each mail', 'an object', typeName(entry));
  };
  const mails = await Promise.all(entries.map((entry) => mailOf(entry).catch(failureFrom)));
  const toReply = (told: unknown) => {
    const { messages } = v1Batch.parse(told);
    const results = mails.map((mail, place) => {
      if (!('body' in mail)) return mail;
      const entry = messages[place] ?? {};
      return failureOf(200, entry, mail) ?? { id: entry.id ?? '' };
    });
    return reply(results);
  };
  const bodies = mails.map((mail) => ('body' in mail ? mail.body : null));
  const from = mails.map((mail) => ('body' in mail ? mail.from : undefined));
  return [{ body: { messages: bodies }, from, strict, reply: toReply }];
}
