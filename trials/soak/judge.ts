import type { AcceptedMail } from './faults/ses.ts';
import { isEnding, type Told } from './told.ts';

/** One send as its caller sees it, with all its repeats. */
export interface Send {
  /** Also the mail's subject, which is how an accepted mail is counted for its send. */
  id: string;
  /** The Idempotency-Key; null: one request without, never repeated. */
  key: string | null;
  /** What each request was told, in order. */
  told: Told[];
  /** Whether the end could not be written, so that a repeat may know less than the first answer. */
  endHit: boolean;
}

/** A message as it is recorded, read when everybody's lease is over. */
export interface Recorded {
  messageId: string;
  state: string;
  sesMessageId: string | null;
}

/** What must be zero. */
export interface Violations {
  /** Mails that SES accepted more than once. */
  sentTwice: number;
  /** Told or recorded as sent, and SES never accepted it. */
  falseSent: number;
  /** Told that nothing was sent, and SES had accepted it. */
  falseRefused: number;
  /** SES may have got a mail of a request whose answer does not say so, or that got none in the function's time. */
  unsaid: number;
  /** Never told an end, or recorded as running for ever. */
  withoutEnd: number;
  /** Accepted by SES, and not recorded. */
  notRecorded: number;
  /** Told one end, and another one later, though nothing hit the writing of the first. */
  otherAnswer: number;
}

/** How the sends ended for their callers. */
export interface Ends {
  sends: number;
  requests: number;
  sent: number;
  unknown: number;
  /** Of those not known, the ones that SES had accepted. */
  unknownAccepted: number;
  /** Told that nothing was sent: by SES's refusal, or by a fault before the send. */
  refused: number;
}

export interface Judgement {
  violations: Violations;
  ends: Ends;
  /** The sends that broke the promise, each with what its caller was told and what SES accepted. */
  cases: string[];
}

/** Holds what callers were told, and what was recorded, against what SES accepted. */
export function judge(
  sends: readonly Send[],
  accepted: readonly AcceptedMail[],
  records: readonly Recorded[],
): Judgement {
  const acceptedOf = Map.groupBy(accepted, ({ sendId }) => sendId);
  const idsOf = (send: Send) => (acceptedOf.get(send.id) ?? []).map((mail) => mail.sesMessageId);
  const acceptedIds = new Set(accepted.map(({ sesMessageId }) => sesMessageId));
  const recordedIds = new Set(records.map(({ messageId }) => messageId));
  const count = (wrong: Wrong) => sends.filter((send) => wrong(send, idsOf(send))).length;
  const recordedFalsely = records.filter(
    ({ state, sesMessageId }) =>
      (state === 'SENT' || sesMessageId !== null) && !acceptedIds.has(sesMessageId ?? ''),
  );
  const running = records.filter(({ state }) => state === 'SENDING');
  const last = sends.map((send) => ({ send, kind: send.told.at(-1)?.kind }));
  const refused = last.filter(({ kind }) => kind === 'refused' || kind === 'fault');
  const unknown = last.filter(({ kind }) => !['sent', 'refused', 'fault'].includes(kind ?? ''));
  return {
    violations: {
      sentTwice: count(isSentTwice),
      falseSent: recordedFalsely.length + count(isFalselySent),
      falseRefused: count(isFalselyRefused),
      unsaid: count(isUnsaid),
      withoutEnd: running.length + count((send) => !hasEnd(send)),
      notRecorded: accepted.filter(({ messageId }) => !recordedIds.has(messageId)).length,
      otherAnswer: count(hasOtherAnswer),
    },
    cases: sends.flatMap((send) => caseOf(send, idsOf(send))),
    ends: {
      sends: sends.length,
      requests: sends.reduce((sum, { told }) => sum + told.length, 0),
      sent: last.filter(({ kind }) => kind === 'sent').length,
      unknown: unknown.length,
      unknownAccepted: unknown.filter(({ send }) => idsOf(send).length > 0).length,
      refused: refused.length,
    },
  };
}

type Wrong = (send: Send, ids: string[]) => boolean;

const isSentTwice: Wrong = (_, ids) => ids.length > 1;

const isFalselySent: Wrong = ({ told }, ids) =>
  told.some((each) => each.kind === 'sent' && !ids.includes(each.sesMessageId));

const isFalselyRefused: Wrong = (send, ids) => ids.length > 0 && saidUnsent(send);

const isUnsaid: Wrong = ({ told }) =>
  told.some(
    (each) =>
      each.kind === 'too late' || (each.mayBeSent && !isEnding(each) && each.kind !== 'nothing'),
  );

const hasOtherAnswer: Wrong = (send) => !send.endHit && endingsOf(send).size > 1;

/** What each send can break, in words. */
const wrongs: Record<string, Wrong> = {
  'sent twice': isSentTwice,
  'false sent': isFalselySent,
  'false "nothing was sent"': isFalselyRefused,
  unsaid: isUnsaid,
  'another answer': hasOtherAnswer,
  'without an end': (send) => !hasEnd(send),
};

/** A send that broke the promise, in a line; none of one that kept it. */
function caseOf(send: Send, ids: string[]): string[] {
  const broken = Object.keys(wrongs).filter((name) => wrongs[name]?.(send, ids));
  if (broken.length === 0) return [];
  const answers = send.told.map((each) =>
    'body' in each ? `${each.kind} ${each.body}` : each.kind,
  );
  const accepted = ids.join(', ') || 'nothing';
  return [`${send.id}: ${broken.join(', ')}: told ${answers.join(', ')}; SES accepted ${accepted}`];
}

/** A fault is one before the send; with a key an earlier request may have sent all the same. */
function saidUnsent({ key, told }: Send): boolean {
  const kind = told.at(-1)?.kind;
  return kind === 'refused' || (key === null && kind === 'fault');
}

/** A request without a key cannot be repeated: its record alone has to end. */
function hasEnd({ key, told }: Send): boolean {
  const last = told.at(-1);
  return key === null || (last !== undefined && (isEnding(last) || last.kind === 'refused'));
}

function endingsOf({ told }: Send): Set<string> {
  return new Set(told.filter(isEnding).map(({ body }) => body));
}
