import type { AcceptedMail } from './faults/ses.ts';
import { isEnd, isOver, type Reply } from './replies.ts';

/** One send as its caller sees it, with all its repeats. */
export interface Send {
  /** Also the mail's subject, which shows the send that an accepted mail belongs to. */
  id: string;
  /** The Idempotency-Key; null: a single request without a key, never repeated. */
  key: string | null;
  /** The replies to its requests, in order. */
  replies: Reply[];
  /** Whether the function failed to record the end, so that a repeat may know less than the first reply. */
  endLost: boolean;
}

/** A message's record, read when every lease is over. */
export interface Recorded {
  messageId: string;
  state: string;
  sesMessageId: string | null;
}

/** Counts of broken promises: each must be zero. */
export interface Violations {
  /** Sends of which SES accepted more than one mail. */
  sentTwice: number;
  /** Reported or recorded as sent, although SES never accepted it. */
  falseSent: number;
  /** Reported as not sent, although SES had accepted it. */
  falseRefused: number;
  /** SES may have got a mail of a request whose answer does not say so, or that got no answer in the function's time. */
  hiddenSend: number;
  /** No reply ended the send, or its record says for ever that it is running. */
  withoutEnd: number;
  /** Accepted by SES, but not recorded. */
  notRecorded: number;
  /** Two different ends for one key, although the first could be recorded. */
  otherAnswer: number;
  /** Accepted by SES without the files of its send, byte for byte. */
  otherFiles: number;
}

/** How the sends ended for their callers. */
export interface Ends {
  sends: number;
  requests: number;
  sent: number;
  unknown: number;
  /** Those of `unknown` that SES had accepted. */
  unknownAccepted: number;
  /** Reported as not sent: SES refused it, or a fault came before the send. */
  refused: number;
}

export interface Judgement {
  violations: Violations;
  ends: Ends;
  /** A line for each send that broke a promise: its replies, and what SES accepted. */
  cases: string[];
}

/** Compares the replies and the records with what SES accepted. */
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
  const last = sends.map((send) => ({ send, kind: send.replies.at(-1)?.kind }));
  const refused = last.filter(({ kind }) => kind === 'refused' || kind === 'fault');
  const unknown = last.filter(({ kind }) => !['sent', 'refused', 'fault'].includes(kind ?? ''));
  return {
    violations: {
      sentTwice: count(isSentTwice),
      falseSent: recordedFalsely.length + count(isFalselySent),
      falseRefused: count(isFalselyRefused),
      hiddenSend: count(isSendHidden),
      withoutEnd: running.length + count(isWithoutEnd),
      notRecorded: accepted.filter(({ messageId }) => !recordedIds.has(messageId)).length,
      otherAnswer: count(hasOtherAnswer),
      otherFiles: accepted.filter(({ hasOtherFiles }) => hasOtherFiles).length,
    },
    cases: sends.flatMap((send) => caseOf(send, idsOf(send))),
    ends: {
      sends: sends.length,
      requests: sends.reduce((sum, { replies }) => sum + replies.length, 0),
      sent: last.filter(({ kind }) => kind === 'sent').length,
      unknown: unknown.length,
      unknownAccepted: unknown.filter(({ send }) => idsOf(send).length > 0).length,
      refused: refused.length,
    },
  };
}

type Wrong = (send: Send, ids: string[]) => boolean;

const isSentTwice: Wrong = (_, ids) => ids.length > 1;

const isFalselySent: Wrong = ({ replies }, ids) =>
  replies.some((each) => each.kind === 'sent' && !ids.includes(each.sesMessageId));

/** A fault means that its own request sent nothing. With a key, an earlier request may have sent the mail. */
const isFalselyRefused: Wrong = ({ key, replies }, ids) => {
  const kind = replies.at(-1)?.kind;
  return ids.length > 0 && (kind === 'refused' || (key === null && kind === 'fault'));
};

const isSendHidden: Wrong = ({ replies }) =>
  replies.some(
    (each) =>
      each.kind === 'too late' || (each.mayBeSent && !isEnd(each) && each.kind !== 'nothing'),
  );

const hasOtherAnswer: Wrong = ({ endLost, replies }) =>
  !endLost && new Set(replies.filter(isEnd).map(({ body }) => body)).size > 1;

/** A request without a key cannot be repeated: only its record has to end. */
const isWithoutEnd: Wrong = ({ key, replies }) => key !== null && !isOver(replies.at(-1));

/** The promises that one send can break. */
const wrongs: Record<string, Wrong> = {
  'sent twice': isSentTwice,
  'false sent': isFalselySent,
  'false "nothing was sent"': isFalselyRefused,
  'hidden send': isSendHidden,
  'another answer': hasOtherAnswer,
  'without an end': isWithoutEnd,
};

/** A line about a send that broke a promise; none if it broke no promise. */
function caseOf(send: Send, ids: string[]): string[] {
  const broken = Object.keys(wrongs).filter((name) => wrongs[name]?.(send, ids));
  if (broken.length === 0) return [];
  const replies = send.replies.map((each) =>
    'body' in each ? `${each.kind} ${each.body}` : each.kind,
  );
  const accepted = ids.join(', ') || 'nothing';
  return [
    `${send.id}: ${broken.join(', ')}: replies ${replies.join(', ')}; SES accepted ${accepted}`,
  ];
}
