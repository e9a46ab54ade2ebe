import * as z from 'zod/mini';
import { refuse } from '../engine/errors.ts';
import { maxSendBodyBytes } from '../engine/limits.ts';
import { isJsonObject, typeName } from '../http/contract.ts';
import { readJson, readJsonBody } from '../http/json-body.ts';
import type { ProxyEvent } from '../http/proxy.ts';
import { messageIdHeader } from '../message/message-id.ts';
import { type Door, type DoorReply, ok } from './door.ts';
import { DoorRefusal, type Failure, failureFrom, failureOf, v1Result } from './failure.ts';
import type { Fields } from './fields.ts';
import type { V1Mail } from './mail.ts';

/** The API of a door. */
type Api = Pick<Door, 'name' | 'failed'>;

/** Translates a mail. Throws a `Refusal`, which may be a `DoorRefusal`. */
export type Translate = (fields: Fields) => Promise<V1Mail>;

/** A door to `/v1/execute`. `accepted` makes the answer from postrider's id of the mail. */
export function sendDoor(
  api: Api,
  resource: string,
  translate: Translate,
  accepted: (id: string, fields: Fields) => object,
): Door {
  return {
    ...{ ...api, resource },
    toV1: async (event) => {
      const fields = readJsonBody(event, maxSendBodyBytes);
      const { from, ...mail } = await translate(fields);
      const reply = (_told: unknown, headers: Record<string, string>) =>
        ok(accepted(headers[messageIdHeader] ?? '', fields));
      return [{ ...mail, from: [from], reply }];
    },
  };
}

/** Why a mail was not accepted, or postrider's id of it; `""` if it was not only because another one was not. */
export type MailResult = { id: string } | Failure;

export interface Batch {
  entries: unknown;
  translate: Translate;
  strict?: boolean;
  reply: (results: readonly MailResult[]) => DoorReply;
}

const v1Batch = z.object({ messages: z.array(v1Result) });

/**
 * A door to `/v1/batch`. A mail that the door refuses leaves its place to an entry that `/v1` refuses: the place is part
 * of each mail's Idempotency-Key.
 */
export function batchDoor(
  api: Api,
  resource: string,
  read: (body: unknown, event: ProxyEvent) => Batch,
): Door {
  return {
    ...{ ...api, resource },
    toV1: async (event) => {
      const { entries, translate, strict, reply } = read(readJson(event, maxSendBodyBytes), event);
      if (!Array.isArray(entries)) throw new DoorRefusal(400, 'The mails must be a JSON array');
      const mailOf = async (entry: unknown) => {
        if (isJsonObject(entry)) return translate(entry);
        throw refuse('wrongType', 'Each mail', 'an object', typeName(entry));
      };
      const mails = await Promise.all(entries.map((entry) => mailOf(entry).catch(failureFrom)));
      const messages = mails.map((mail) => ('body' in mail ? mail.body : null));
      const from = mails.map((mail) => ('body' in mail ? mail.from : undefined));
      const resultsIn = (told: unknown) => {
        const batch = v1Batch.parse(told);
        return mails.map((mail, place) => {
          if (!('body' in mail)) return mail;
          const entry = batch.messages[place] ?? {};
          return failureOf(200, entry, mail) ?? { id: entry.id ?? '' };
        });
      };
      return [{ body: { messages }, from, strict, reply: (told) => reply(resultsIn(told)) }];
    },
  };
}
