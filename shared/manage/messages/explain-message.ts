import { readNamed } from '../../message/apply-event.ts';
import type { MessageState, ReportedMessage, ReportedRecipient } from '../../message/message.ts';
import { isCaptured, isTestMessage } from '../../message/message-id.ts';
import { shownState } from '../../message/message-states.ts';
import { suppressionAddress } from '../../message/suppression.ts';
import { shortTime, type TimelineEntry, timelineOf, wasHandedOver } from './message-timeline.ts';
import { adviceOnOwnReason } from './refused-requests.ts';
import { type Advice, adviceOnRefusal, sesPage } from './ses-refusals.ts';
import { adviceOnOneOfSeveral, adviceOnReport, adviceOnStranger } from './ses-reports.ts';

/** What happened to a message, and what to do about it. */
export interface Explanation {
  /** SENDING is UNKNOWN if its function has stopped. */
  state: MessageState;
  summary: string;
  timeline: TimelineEntry[];
  findings: Finding[];
}

/** What a state means and what to do about it. */
export type Finding = Omit<Advice, 'page'> & {
  /** Recipients, or other addresses that a report names; empty: the whole message. */
  addresses: string[];
  /** The state that it explains: of these recipients, or of the message. */
  state: MessageState;
  /** Null if the advice is postrider's own. */
  page: string | null;
};

type FoundAdvice = Omit<Finding, 'page'> & Pick<Advice, 'page'>;

/** Explains a message from its record and its reports. `suppressed`: its recipients that are suppressed now. */
export function explainMessage(
  record: ReportedMessage,
  {
    nowMs,
    suppressed,
    newest,
  }: {
    nowMs: number;
    suppressed: readonly { address: string }[];
    /** The current revision of a scheduled message's template; null: it is deleted. Default: not known. */
    newest?: number | null;
  },
): Explanation {
  const state = shownState(record, nowMs);
  return {
    state,
    summary: summaryOf(record, state, newest),
    timeline: timelineOf(record, nowMs),
    findings: findingsOf(record, state, new Set(suppressed.map(({ address }) => address))),
  };
}

function findingsOf(
  record: ReportedMessage,
  state: MessageState,
  suppressed: ReadonlySet<string>,
): Finding[] {
  const reported = record.recipients.filter((recipient) => recipient.state !== null);
  const found = [
    ...reported.map((recipient) => findingOn(record, recipient, suppressed)),
    ...findingsOnNames(record, state),
  ];
  const all =
    found.length > 0
      ? merged(found)
      : [{ addresses: [], state, ...adviceOnSend(record, state, suppressed) }];
  return all.map(({ page = null, ...finding }) => ({ ...finding, page }));
}

/** Findings on complaints that name several recipients, and on addresses that the mail did not go to. */
function findingsOnNames(record: ReportedMessage, state: MessageState): FoundAdvice[] {
  const named = record.events.map((event) => readNamed(record, event));
  const several = named
    .filter(({ isOneOfSeveral }) => isOneOfSeveral)
    .flatMap((each) => each.recipients.map(({ address }) => address));
  const strangers = [...new Set(named.flatMap((each) => each.strangers))];
  const findings: FoundAdvice[] = [
    { addresses: [...new Set(several)], state: 'COMPLAINED', ...adviceOnOneOfSeveral },
    { addresses: strangers, state, ...adviceOnStranger },
  ];
  return findings.filter(({ addresses }) => addresses.length > 0);
}

function findingOn(
  record: ReportedMessage,
  { address, state }: ReportedRecipient,
  suppressed: ReadonlySet<string>,
): FoundAdvice {
  if (state === null) throw new Error(`Nothing is reported about ${address}`);
  const report = record.events.findLast(
    (event) =>
      event.state === state &&
      readNamed(record, event).recipients.some((each) => each.address === address),
  );
  // A report about a redirected mail is about the address that got it.
  const reached = record.redirectedTo ?? address;
  const advice = adviceOnReport({
    address: reached,
    state,
    category: report?.category ?? null,
    suppressed: suppressed.has(suppressionAddress(reached)),
    byTestKey: isTestMessage(record.messageId),
  });
  const about = { addresses: [reached], state };
  return isCaptured(record)
    ? { ...about, meaning: advice.meaning, ...simulated }
    : { ...about, ...advice };
}

/** Merges findings with the same words into one for all their addresses. */
function merged(findings: readonly FoundAdvice[]): FoundAdvice[] {
  const byWords = Map.groupBy(findings, ({ meaning, todo }) => `${meaning}\n${todo}`);
  return [...byWords.values()].flatMap((same) => {
    const [first] = same;
    const addresses = new Set(same.flatMap((finding) => finding.addresses));
    const commands = new Set(same.flatMap((finding) => finding.commands ?? []));
    if (!first) return [];
    return {
      ...first,
      addresses: [...addresses],
      ...(commands.size > 0 && { commands: [...commands] }),
    };
  });
}

function adviceOnSend(
  record: ReportedMessage,
  state: MessageState,
  suppressed: ReadonlySet<string>,
): Advice {
  if (state === 'FAILED' || state === 'REFUSED') {
    const own = adviceOnOwnReason(record.error, suppressed);
    if (own) return own;
    if (wasHandedOver(record)) return adviceOnRefusal(record);
    // The fields of a send begin with _, and are not the flow's.
    if (record.field === undefined || record.field.startsWith('_')) return notCalled;
    return {
      meaning: `A node of the flow does not accept ${record.field}. Its error is the sentence of the flow's author.`,
      todo: "Correct the value that the caller sends, or the node's pattern, and send the request again.",
    };
  }
  if (state === 'SENT' && isCaptured(record)) return captured;
  return adviceOnState[state] ?? lost;
}

const notCalled: Advice = {
  meaning: 'The service did not call SES. The error of the message gives the reason.',
  todo: 'Correct what the error names, and send the request again.',
};

/** What to do about a simulated report: the advice on a real one would be wrong. */
const simulated: Pick<Advice, 'todo'> = {
  todo: 'Nothing: this is simulated, because a test key asked for the mail. It put no address on the suppression list; with a live key a permanent bounce or a complaint would.',
};

const captured: Advice = {
  meaning: 'A test key asked for the mail, so it was captured: SES was not called.',
  todo: 'Nothing. To send it to its recipients, use a live key.',
};

const adviceOnState: Partial<Record<MessageState, Advice>> = {
  SCHEDULED: {
    meaning: 'It was accepted for a later time. Nothing has been sent yet.',
    todo: 'Wait for its time, or cancel it. To send it at another time, cancel it, and make the request again with another _sendAt and another Idempotency-Key.',
  },
  CANCELLED: {
    meaning: 'A request, the CLI or a person at the dashboard cancelled it.',
    todo: 'Nothing. To send it after all, ask for it again with another Idempotency-Key.',
  },
  SENDING: {
    meaning: 'It is being sent right now.',
    todo: 'Look again in a few seconds.',
  },
  SENT: {
    meaning: 'SES accepted the mail and has reported nothing about it since.',
    todo: "Wait: SES reports most deliveries within seconds, but a bounce may take hours. Reports are best effort: if none has come after a day, none will, and only the recipient's mail server knows more.",
    page: sesPage('monitor-using-event-publishing'),
  },
};

const lost: Advice = {
  meaning:
    'The mail may have been sent, or not: the answer of SES was lost. postrider does not send it again, so that no recipient gets it twice.',
  todo: 'Wait a few minutes: if SES accepted the mail, its report will settle this record. If none comes, ask the recipient, or decide what is worse: a second copy or none. To send again, use another Idempotency-Key: for 24 hours the same key returns the same answer and sends no second mail.',
};

function summaryOf(
  record: ReportedMessage,
  state: MessageState,
  newest: number | null | undefined,
): string {
  const { redirectedTo, sendAt, revision } = record;
  if (state === 'SCHEDULED' && sendAt !== undefined) {
    const when = `It is scheduled for ${shortTime(sendAt)}.`;
    if (newest === undefined) return when;
    const accepted = `It was accepted with revision ${revision}`;
    if (newest === null) return `${when} ${accepted}; its template is deleted, so it will fail.`;
    return `${when} ${accepted}${newest === revision ? '' : `; today's is ${newest}`}.`;
  }
  if (state === 'CANCELLED' && sendAt !== undefined) {
    return `It was cancelled before its time, ${shortTime(sendAt)}, so nothing was sent.`;
  }
  if (isCaptured(record)) {
    const simulated =
      record.reported === null ? '' : ` Simulated: ${reportedSummary(record, state)}`;
    return `It was captured, not sent.${simulated}`;
  }
  if (state === 'SENT' && redirectedTo !== undefined) {
    return `SES accepted it for ${redirectedTo} alone, and has not reported on its delivery yet.`;
  }
  return reportedSummary(record, state);
}

function reportedSummary({ recipients }: ReportedMessage, state: MessageState): string {
  const concerned = recipients.filter((recipient) => recipient.state === state).length;
  if (state === 'COMPLAINED' && concerned === 0) {
    return 'One of several recipients may have marked it as spam.';
  }
  const whom: Whom = (preposition) =>
    recipients.length === 1
      ? ''
      : ` ${preposition} ${concerned} of ${recipients.length} recipients`;
  return summaries[state](whom);
}

/** How many of several recipients it happened to; empty if the mail has only one recipient. */
type Whom = (preposition: 'for' | 'to' | 'from' | 'by') => string;

const summaries: Record<MessageState, (whom: Whom) => string> = {
  SCHEDULED: () => 'It is scheduled.',
  CANCELLED: () => 'It was cancelled, and not sent.',
  SENDING: () => 'It is being sent.',
  SENT: () => 'SES accepted it and has not reported on its delivery yet.',
  FAILED: () => 'It was certainly not sent.',
  REFUSED: () => 'The request was refused, so nothing was sent.',
  UNKNOWN: () => 'It is not known whether it was sent.',
  DELAYED: (whom) => `It is on its way, but delayed${whom('for')}.`,
  DELIVERED: (whom) => `It was delivered${whom('to')}.`,
  BOUNCED: (whom) => `It came back${whom('from')}.`,
  REJECTED: () => 'SES found a virus in it and did not deliver it.',
  COMPLAINED: (whom) => `It was delivered and marked as spam${whom('by')}.`,
};
