import * as z from 'zod/mini';
import type { DoorName } from '../engine/doors.ts';
import { refusals } from '../engine/errors.ts';
import { header, type ProxyAnswer, type ProxyEvent } from '../http/proxy.ts';
import { checkIdempotencyKey, idempotencyHeader } from '../message/idempotency-key.ts';
import { messageIdHeader } from '../message/message-id.ts';
import { type DoorReply, type V1Call, v1Event } from './door.ts';
import { type Failure, failureFrom, failureOf, type V1Result, v1Result } from './failure.ts';
import { rawTemplate, type V1Mail } from './mail.ts';

/** What `/v1` made of a mail: postrider's id of it, or why it was not accepted. */
export type MailResult = { id: string } | Failure;

/** The call of `/v1/execute` for one mail. Throws the refusal `badIdempotencyKey`. */
export function executeCall(
  event: ProxyEvent,
  mail: V1Mail,
  { name, reply }: { name: DoorName; reply: (result: MailResult) => DoorReply },
): V1Call {
  checkIdempotencyKey(header(event, idempotencyHeader));
  return {
    events: [v1Event(event, mail.body, { name, from: [mail.from] })],
    fromV1: ([answer]) => {
      const { statusCode, body, headers } = given(answer);
      const result = v1Result.parse(JSON.parse(body));
      return reply(mailFailure(statusCode, result, mail) ?? { id: headers[messageIdHeader] ?? '' });
    },
  };
}

const v1Batch = z.object({
  /** The batch was strict, and one of its messages was refused: none was accepted. */
  judged: z.optional(z.boolean()),
  messages: z.array(v1Result),
});

export interface BatchReplies {
  /** `isJudged`: nothing was accepted, also of the mails without a failure. */
  results: (results: readonly MailResult[], isJudged: boolean) => DoorReply;
  /** The answer if the whole batch was refused. */
  failed: (failure: Failure) => DoorReply;
}

/**
 * The call of `/v1/batch`. A mail that the door refuses leaves its place to an entry that `/v1` refuses: the place is
 * part of each mail's Idempotency-Key. Throws the refusal `badIdempotencyKey`.
 */
export function batchCall(
  event: ProxyEvent,
  mails: readonly (V1Mail | Failure)[],
  { name, strict = false, results, failed }: { name: DoorName; strict?: boolean } & BatchReplies,
): V1Call {
  checkIdempotencyKey(header(event, idempotencyHeader));
  const messages = mails.map((mail) => ('body' in mail ? mail.body : null));
  const from = mails.map((mail) => ('body' in mail ? mail.from : undefined));
  return {
    events: [v1Event(event, { messages }, { name, from, strict })],
    fromV1: ([answer]) => {
      const { statusCode, body } = given(answer);
      const told: unknown = JSON.parse(body);
      const failure = failureOf(statusCode, v1Result.parse(told));
      if (failure) return failed(failure);
      const batch = v1Batch.parse(told);
      return results(
        mails.map((mail, place) => {
          const entry = batch.messages[place] ?? {};
          if (!('body' in mail)) return mail;
          return mailFailure(200, entry, mail) ?? { id: entry.id ?? '' };
        }),
        batch.judged ?? false,
      );
    },
  };
}

/** Translates each entry of a batch, or tells why it cannot be translated. */
export function batchMails<Entry>(
  entries: readonly Entry[],
  translate: (entry: Entry) => Promise<V1Mail>,
): Promise<(V1Mail | Failure)[]> {
  return Promise.all(entries.map((entry) => translate(entry).catch(failureFrom)));
}

const noRawTemplate = `This account takes no HTML of its own: it has no template ${rawTemplate}. Name a stored template, or push a template ${rawTemplate}`;

/** Why a mail was not accepted; null if it was. An account without the template `raw` takes no raw mails. */
export function mailFailure(
  status: number,
  result: V1Result,
  { body, isRaw }: V1Mail,
): Failure | null {
  if (result.type === 'callback')
    return { kind: 'invalid', error: refusals.flowDoesNotSend.sentence(body.templateId) };
  const failure = failureOf(status, result);
  if (failure?.kind === 'notFound' && isRaw) return { kind: 'invalid', error: noRawTemplate };
  return failure;
}

/** An answer of the handler, which gives one for each event. */
export function given(answer: ProxyAnswer | undefined): ProxyAnswer {
  if (answer === undefined) throw new Error('The handler gave no answer');
  return answer;
}
