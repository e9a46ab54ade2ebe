import type { AcceptedMail } from './faults/ses.ts';
import { isEnd, isOver, type SoakReply } from './replies.ts';

/** One send as its caller sees it, with all its repeats. By default its mail is to be sent at once. */
export class Send {
  /** Also the mail's subject, which shows the send that an accepted mail belongs to. */
  readonly id: string;
  /** The Idempotency-Key; null for a single request without a key, which is never repeated. */
  key: string | null;
  /** The replies to its requests, in order. */
  replies: SoakReply[] = [];
  /** Whether the function failed to record the end, so that a repeat may know less than the first reply. */
  endLost = false;
  /** When its mail is to be sent, in milliseconds since 1970; null if at once. */
  sendAtMs: number | null = null;
  /** Whether it is due within 15 minutes, so that it needs only the queue and no schedule. */
  isSoon = false;
  /** Whether SES accepted its mail before any clock had reached its time. */
  isEarly = false;
  /** Whether its caller got no answer to a cancel. */
  isCancelOpen = false;
  /** The ids of the messages that were reported to its caller as cancelled. */
  cancelled: string[] = [];
  /** Whether one of its recipients is suppressed immediately before its first wake-up. */
  isSuppressed = false;
  /** Whether all its wake-ups are lost, until a sweep asks for another one. */
  losesWakeUps = false;
  /** Whether its caller was answered with a message that had FAILED. */
  isKeyKept = false;

  constructor(id: string, change: Partial<Send> = {}) {
    this.id = id;
    this.key = `key-${id}`;
    Object.assign(this, change);
  }
}

/** A message's record, read when every lease is over. */
export interface Recorded {
  messageId: string;
  state: string;
  sesMessageId: string | null;
}

/** Counts of broken promises, by their names: each must be zero. */
export type Violations = Readonly<Record<string, number>>;

/** How the sends ended. */
export interface Ends {
  sends: number;
  requests: number;
  /** Mails that SES accepted. */
  accepted: number;
  /** Sends whose caller does not know whether SES accepted the mail; of scheduled mails, UNKNOWN records. */
  unknown: number;
  /** The `unknown` sends that SES had accepted. */
  unknownAccepted: number;
}

export interface Judgement {
  violations: Violations;
  ends: Ends;
  /** A line for each send that broke a promise. */
  cases: string[];
}

/** A send with its final records and mails. */
interface FoundSend {
  send: Send;
  mails: readonly AcceptedMail[];
  /** The messages that were reported to its caller as scheduled. */
  told: readonly string[];
  stateOf: (messageId: string) => string | undefined;
}

/** The states of a message whose mail SES did not accept. */
const notSent: readonly string[] = ['FAILED', 'CANCELLED', 'SCHEDULED'];

/** A promise that one send can break. */
interface SendPromise {
  /** The sends that can break it. Default: all. */
  only?: 'at once' | 'scheduled';
  isBroken: (found: FoundSend) => boolean;
}

/** The promises by the names of their counts; docs/soak.md explains each. */
const promises: Readonly<Record<string, SendPromise>> = {
  'sent twice': { isBroken: ({ mails }) => mails.length > 1 },
  'false sent': {
    isBroken: ({ send, mails }) =>
      send.replies.some(
        (each) =>
          each.kind === 'sent' &&
          !mails.some(({ sesMessageId }) => sesMessageId === each.sesMessageId),
      ),
  },
  'false "nothing was sent"': {
    isBroken: ({ send, mails, stateOf }) => {
      const kind = send.replies.at(-1)?.kind;
      // A fault means that its own request sent nothing. With a key, an earlier request may have sent the mail.
      const isFault = kind === 'fault' && send.key === null && send.sendAtMs === null;
      const isRefused = mails.length > 0 && (kind === 'refused' || isFault);
      return isRefused || mails.some(({ messageId }) => notSent.includes(stateOf(messageId) ?? ''));
    },
  },
  'hidden send': {
    only: 'at once',
    isBroken: ({ send }) =>
      send.replies.some(
        (each) =>
          each.kind === 'too late' || (each.mayBeSent && !isEnd(each) && each.kind !== 'nothing'),
      ),
  },
  'without an end': {
    isBroken: ({ send: { key, replies, sendAtMs, isCancelOpen } }) => {
      // A request without a key cannot be repeated: only its record has to end.
      if (isCancelOpen || key === null) return isCancelOpen;
      return sendAtMs === null ? !isOver(replies.at(-1)) : !replies.some(isOver);
    },
  },
  'another answer to a repeat': {
    isBroken: ({ send: { replies, endLost, sendAtMs }, told, stateOf }) => {
      const answers = new Set(replies.filter(isEnd).map(({ body }) => body));
      const mayDiffer = endLost && sendAtMs === null;
      return answers.size > 1 && !mayDiffer && !told.some((id) => stateOf(id) === 'FAILED');
    },
  },
  'cancelled, and sent': {
    only: 'scheduled',
    isBroken: ({ send, mails }) =>
      mails.some(({ messageId }) => send.cancelled.includes(messageId)),
  },
  'told scheduled, not recorded': {
    only: 'scheduled',
    isBroken: ({ told, stateOf }) => told.some((id) => stateOf(id) === undefined),
  },
  'sent early': { only: 'scheduled', isBroken: ({ send }) => send.isEarly },
  'suppressed, and sent': {
    only: 'scheduled',
    isBroken: ({ send, mails }) => send.isSuppressed && mails.length > 0,
  },
  'failed, and its key kept': { only: 'scheduled', isBroken: ({ send }) => send.isKeyKept },
};

/** Compares the replies and records with the mails that SES accepted. All sends are scheduled, or all are immediate. */
export function judge(
  sends: readonly Send[],
  accepted: readonly AcceptedMail[],
  records: readonly Recorded[],
): Judgement {
  const kind = sends.some(({ sendAtMs }) => sendAtMs !== null) ? 'scheduled' : 'at once';
  const mailsOf = Map.groupBy(accepted, ({ sendId }) => sendId);
  const states = new Map(records.map(({ messageId, state }) => [messageId, state]));
  const found = sends.map((send): FoundSend => {
    const told = send.replies.flatMap((reply) => (reply.kind === 'scheduled' ? [reply.id] : []));
    return { send, mails: mailsOf.get(send.id) ?? [], told, stateOf: (id) => states.get(id) };
  });
  const judged = Object.entries(promises).filter(([, { only = kind }]) => only === kind);
  const counts = judged.map(([name, { isBroken }]) => [name, found.filter(isBroken).length]);
  return {
    violations: sum(Object.fromEntries(counts), recordViolations(kind, accepted, records)),
    ends: endsOf(kind, found, records),
    cases: found.flatMap((each) => {
      const broken = judged.flatMap(([name, { isBroken }]) => (isBroken(each) ? [name] : []));
      return broken.length === 0 ? [] : [`${each.send.id}: ${broken.join(', ')}: ${told(each)}`];
    }),
  };
}

/** The promises that are broken in a record or in a mail. */
function recordViolations(
  kind: 'at once' | 'scheduled',
  accepted: readonly AcceptedMail[],
  records: readonly Recorded[],
): Violations {
  const acceptedIds = new Set<string | null>(accepted.map(({ sesMessageId }) => sesMessageId));
  const recordedIds = new Set(records.map(({ messageId }) => messageId));
  const inState = (wanted: string) => records.filter(({ state }) => state === wanted).length;
  const falselySent = records.filter(
    ({ state, sesMessageId }) =>
      (state === 'SENT' || sesMessageId !== null) && !acceptedIds.has(sesMessageId),
  );
  return {
    'false sent': falselySent.length,
    'accepted, not recorded': accepted.filter(({ messageId }) => !recordedIds.has(messageId))
      .length,
    'other files than sent': accepted.filter(({ hasOtherFiles }) => hasOtherFiles).length,
    // A message whose caller got no answer must not be left either.
    ...(kind === 'at once'
      ? { 'without an end': inState('SENDING') }
      : { 'left scheduled': inState('SCHEDULED') }),
  };
}

/** Adds counts that have the same name. */
export function sum(...all: readonly Violations[]): Violations {
  const total: Record<string, number> = {};
  for (const [name, count] of all.flatMap((each) => Object.entries(each))) {
    total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

function endsOf(
  kind: 'at once' | 'scheduled',
  found: readonly FoundSend[],
  records: readonly Recorded[],
): Ends {
  const mails = found.flatMap((each) => each.mails);
  const acceptedIds = new Set(mails.map(({ messageId }) => messageId));
  // The value of each unknown end: whether SES accepted its mail.
  const unknown =
    kind === 'at once'
      ? found.filter(isUnknown).map((each) => each.mails.length > 0)
      : records
          .filter(({ state }) => state === 'UNKNOWN')
          .map(({ messageId }) => acceptedIds.has(messageId));
  return {
    sends: found.length,
    requests: found.reduce((count, { send }) => count + send.replies.length, 0),
    accepted: mails.length,
    unknown: unknown.length,
    unknownAccepted: unknown.filter((isAccepted) => isAccepted).length,
  };
}

const isUnknown = ({ send }: FoundSend) =>
  !['sent', 'refused', 'fault'].includes(send.replies.at(-1)?.kind ?? '');

/** A send's facts as text, for a line about it. */
function told({ send, mails, told: ids, stateOf }: FoundSend): string {
  const replies = send.replies.map((each) =>
    'body' in each ? `${each.kind} ${each.body}` : each.kind,
  );
  const records = [...new Set(ids)].map((id) => `${id} ${stateOf(id) ?? 'without a record'}`);
  const parts = {
    replies,
    records,
    cancelled: send.cancelled,
    'SES accepted': mails.map(({ sesMessageId, messageId }) => `${sesMessageId} of ${messageId}`),
  };
  return Object.entries(parts)
    .map(([name, all]) => `${name} ${all.join(', ') || 'none'}`)
    .join('; ');
}
