import type { AcceptedMail } from '../faults/ses.ts';
import type { Recorded, Send } from '../judge.ts';
import { isEnd, isOver } from '../replies.ts';

/** A send whose mail is scheduled, as its caller sees it. */
export interface ScheduledSend extends Send {
  /** Whether its time is at most 15 minutes ahead, so that it goes by the queue alone. */
  isSoon: boolean;
  /** Milliseconds since 1970, set by its first request. */
  sendAtMs: number;
  /** Whether its caller got no answer to a cancel. */
  isCancelOpen: boolean;
  /** The ids of the messages that its caller was told are cancelled. */
  cancelled: string[];
  /** How each delivery of its wake-ups ended. */
  woken: string[];
  /** Whether SES accepted its mail although no clock had shown its time yet. */
  isEarly: boolean;
  /** Whether one of its recipients is suppressed directly before its first wake-up. Default: no. */
  isSuppressed?: boolean;
  /** Whether all its wake-ups are lost, until a sweep asks for another one. Default: no. */
  losesWakeUps?: boolean;
  /** Whether its caller was answered with a message that had FAILED. Default: no. */
  isKeyKept?: boolean;
}

/** Counts of broken promises: each must be zero. */
export interface ScheduledViolations {
  /** Sends of which SES accepted more than one mail. */
  sentTwice: number;
  /** Told that it is cancelled, and SES accepted its mail. */
  cancelledAndSent: number;
  /** A record that is still SCHEDULED, and every wake-up is used up. */
  leftScheduled: number;
  /** Told that it is scheduled, and it has no record. */
  promisedAndLost: number;
  /** Recorded as FAILED or CANCELLED, or refused to its caller, and SES accepted its mail. */
  falseRefused: number;
  /** Recorded as sent, and SES never accepted it. */
  falseSent: number;
  /** SES accepted it before its time. */
  sentEarly: number;
  /** A recipient was suppressed before its first wake-up, and SES accepted its mail. */
  suppressedAndSent: number;
  /** A repeat after its message FAILED was answered with this message. */
  keptKeys: number;
  /** No reply ended the request, or the cancel. */
  withoutEnd: number;
  /** Accepted by SES, but not recorded. */
  notRecorded: number;
  /** Two different answers to one key, although the first message did not fail. */
  otherAnswer: number;
  /** Accepted by SES without the files of its send, byte for byte. */
  otherFiles: number;
}

export interface ScheduledJudgement {
  violations: ScheduledViolations;
  /** The records at the end, by state. */
  states: Record<string, number>;
  unknownAccepted: number;
  /** A line for each send that broke a promise. */
  cases: string[];
}

interface Found {
  send: ScheduledSend;
  mails: AcceptedMail[];
  /** The messages that its caller was told are scheduled. */
  told: string[];
  stateOf: (messageId: string) => string | undefined;
}

type Wrong = (found: Found) => boolean;

/** The states of a message of which SES accepted no mail. */
export const notSent: readonly string[] = ['FAILED', 'CANCELLED', 'SCHEDULED'];

/**
 * Whether, at this moment, no clock of a wake-up shows the time of the mail: a clock goes on while its thread starts.
 * `aheadMs`: how far the furthest clock of the message's wake-ups is ahead; undefined: no wake-up came.
 */
export function isBeforeItsTime(
  sendAtMs: number,
  { nowMs, aheadMs = -Infinity }: { nowMs: number; aheadMs: number | undefined },
): boolean {
  return nowMs + aheadMs < sendAtMs;
}

/** The promises that one send can break. */
const wrongs: Record<
  Exclude<keyof ScheduledViolations, 'falseSent' | 'notRecorded' | 'otherFiles'>,
  Wrong
> = {
  sentTwice: ({ mails }) => mails.length > 1,
  cancelledAndSent: ({ send, mails }) =>
    mails.some(({ messageId }) => send.cancelled.includes(messageId)),
  leftScheduled: ({ told, stateOf }) => told.some((id) => stateOf(id) === 'SCHEDULED'),
  promisedAndLost: ({ told, stateOf }) => told.some((id) => stateOf(id) === undefined),
  falseRefused: ({ send, mails, stateOf }) =>
    mails.some(({ messageId }) => notSent.includes(stateOf(messageId) ?? '')) ||
    (mails.length > 0 && send.replies.at(-1)?.kind === 'refused'),
  sentEarly: ({ send }) => send.isEarly,
  suppressedAndSent: ({ send, mails }) => send.isSuppressed === true && mails.length > 0,
  keptKeys: ({ send }) => send.isKeyKept === true,
  withoutEnd: ({ send }) => send.isCancelOpen || (send.key !== null && !send.replies.some(isOver)),
  otherAnswer: ({ send, told, stateOf }) =>
    new Set(send.replies.filter(isEnd).map(({ body }) => body)).size > 1 &&
    !told.some((id) => stateOf(id) === 'FAILED'),
};

/** Compares what the callers were told with the records, and with what SES accepted. */
export function judgeScheduled(
  sends: readonly ScheduledSend[],
  accepted: readonly AcceptedMail[],
  records: readonly Recorded[],
): ScheduledJudgement {
  const mailsOf = Map.groupBy(accepted, ({ sendId }) => sendId);
  const states = new Map(records.map(({ messageId, state }) => [messageId, state]));
  const acceptedIds = new Set(accepted.map(({ sesMessageId }) => sesMessageId));
  const sentMessages = new Set(accepted.map(({ messageId }) => messageId));
  const found = sends.map((send): Found => {
    const told = send.replies.flatMap((reply) => (reply.kind === 'scheduled' ? [reply.id] : []));
    const mails = mailsOf.get(send.id) ?? [];
    return { send, mails, told, stateOf: (id) => states.get(id) };
  });
  const counts = Object.fromEntries(
    Object.entries(wrongs).map(([name, wrong]) => [name, found.filter(wrong).length]),
  ) as Record<keyof typeof wrongs, number>;
  const left = records.filter(({ state }) => state === 'SCHEDULED').length;
  const unknown = records.filter(({ state }) => state === 'UNKNOWN');
  return {
    violations: {
      ...counts,
      // A message whose caller got no answer must not be left either.
      leftScheduled: left,
      falseSent: records.filter(
        ({ state, sesMessageId }) =>
          (state === 'SENT' || sesMessageId !== null) && !acceptedIds.has(sesMessageId ?? ''),
      ).length,
      notRecorded: accepted.filter(({ messageId }) => !states.has(messageId)).length,
      otherFiles: accepted.filter(({ hasOtherFiles }) => hasOtherFiles).length,
    },
    states: countBy(records.map(({ state }) => state)),
    unknownAccepted: unknown.filter(({ messageId }) => sentMessages.has(messageId)).length,
    cases: found.flatMap(caseOf),
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const groups = Map.groupBy(names, (name) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]));
}

function caseOf(found: Found): string[] {
  const broken = Object.entries(wrongs).flatMap(([name, wrong]) => (wrong(found) ? [name] : []));
  if (broken.length === 0) return [];
  const { send, mails, told, stateOf } = found;
  const replies = send.replies.map((each) => ('body' in each ? each.body : each.kind));
  const states = [...new Set(told)].map((id) => `${id} ${stateOf(id) ?? 'without a record'}`);
  const ids = mails.map(({ messageId }) => messageId);
  return [
    `${send.id}: ${broken.join(', ')}: replies ${replies.join(', ')}; records ${states.join(', ')}; wake-ups ${send.woken.join(', ')}; cancelled ${send.cancelled.join(', ') || 'none'}; SES accepted ${ids.join(', ') || 'nothing'}`,
  ];
}
