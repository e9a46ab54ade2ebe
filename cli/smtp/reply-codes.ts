import { type FailureKind, failureFrom, failureOf, v1Result } from '../../shared/doors/failure.ts';
import type { V1Mail } from '../../shared/doors/mail.ts';
import { refusals } from '../../shared/engine/errors.ts';

/** A line of the server: `250 2.0.0 01M7…`. */
export interface Reply {
  code: number;
  /** Begins with the code of RFC 3463. */
  text: string;
}

/** What an answer of `POST /smtp` has. */
export interface DoorAnswer {
  status: number;
  body: string;
  /** postrider's id of the mail. */
  messageId: string | null;
}

/** 550 and 552: the same mail would be refused again. 451: the sender's server tries again later. */
const refused = [550, '5.6.0'] as const;
const notNow = [451, '4.3.0'] as const;
const codes: Readonly<Record<string, readonly [code: number, enhanced: string]>> = {
  ...{ from: [550, '5.7.1'], 403: [550, '5.7.1'], 413: [552, '5.3.4'], 409: notNow },
  ...{ send_failed: notNow, flow_error: notNow },
};

const codeOf = (kind: FailureKind) => codes[kind] ?? (Number(kind) >= 500 ? notNow : refused);

/** docs/api.md promises these words in each `send_failed` after which the mail may have been sent, and in no other. */
const mayBeSent = 'may have been sent';

export const invalidKey = refusals.unknownKey.sentence();
const noAnswer = 'The service gave no answer';

/** The reply to a mail that the service answered; null if no answer came. */
export function replyOf(answer: DoorAnswer | null, mail: V1Mail): Reply {
  if (answer === null) return reply(...notNow, noAnswer);
  const { status, body, messageId } = answer;
  if (status === 401) return reply(535, '5.7.8', invalidKey);
  if (status === 429) return reply(451, '4.7.0', refusals.rateExceeded.sentence());
  const failure = failureOf(status, resultIn(body), mail);
  // Another server, such as a proxy, may answer 200 as well.
  if (failure === null && messageId !== null) return reply(250, '2.0.0', messageId);
  const { kind, error } = failure ?? { kind: 500, error: '' };
  // A server that repeated it for days could send the mail twice.
  if (kind === 'send_failed' && error.includes(mayBeSent)) return reply(554, '5.4.0', error);
  return reply(...codeOf(kind), error || `The service answered ${status}`);
}

/** The reply to a mail that is refused before the service is called. */
export function refusalOf(thrown: unknown): Reply {
  const { kind, error } = failureFrom(thrown);
  return reply(...codeOf(kind), error);
}

/** The reply to a login; null if the key is good. `answer` is that to a request without fields. */
export function loginReply(answer: DoorAnswer | null): Reply | null {
  if (answer?.status === 400) return null;
  if (answer?.status === 401 || answer?.status === 403)
    return reply(535, '5.7.8', resultIn(answer.body).error ?? invalidKey);
  const error = answer ? resultIn(answer.body).error : noAnswer;
  return reply(454, '4.7.0', error ?? `The service answered ${answer?.status}`);
}

/** An answer of something else than the service, such as a proxy, has none of the fields. */
function resultIn(body: string) {
  try {
    return v1Result.parse(JSON.parse(body));
  } catch {
    return {};
  }
}

const maxCharacters = 400;

export function reply(code: number, enhanced: string, sentence: string): Reply {
  const line = sentence.replace(/\s+/g, ' ').replace(/[^ -~]/gu, '?');
  return { code, text: `${enhanced} ${line.slice(0, maxCharacters)}` };
}
