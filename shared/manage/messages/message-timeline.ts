import * as z from 'zod/mini';
import { doors } from '../../engine/doors.ts';
import { readNamed } from '../../message/apply-event.ts';
import { dashboardKeyId, type MessageEvent, type ReportedMessage } from '../../message/message.ts';
import { isCaptured } from '../../message/message-id.ts';
import { isLeased } from '../../message/message-states.ts';
import type { Reply } from '../../message/reply.ts';

/** One line of a message's history. */
export interface TimelineEntry {
  /** ISO 8601; null: the time of the entry above. */
  at: string | null;
  text: string;
  /** Absent if the entry is about something else. */
  delivery?: FailedDelivery | undefined;
  /** The reply that the entry is about; absent if it is about something else. */
  reply?: Reply | undefined;
}

/** An event that a webhook has not accepted. */
export interface FailedDelivery {
  webhookId: string;
  eventId: string;
  /** Only an active webhook can get the event again. */
  webhook: 'active' | 'paused' | 'deleted';
}

export function timelineOf(record: ReportedMessage, nowMs: number): TimelineEntry[] {
  const { createdAt, requestId, templateId, revision, branchedTo } = record;
  const from = branchedTo
    ? `, from which a branch led to template ${branchedTo.templateId}, revision ${branchedTo.revision}`
    : '';
  const steps = record.trace.map(readStep);
  return [
    {
      at: createdAt,
      text: `${askedBy(record)} (request ${requestId}): template ${templateId}, revision ${revision}${from}`,
    },
    ...steps.filter((step) => !isSend(step)).map((step) => ({ at: null, text: stepText(step) })),
    ...sendingOf(record, nowMs),
    ...record.events.map((event) => ({ at: event.at, text: eventText(event, record) })),
  ];
}

function askedBy({ keyId, againOf, door }: ReportedMessage): string {
  if (againOf !== undefined) return `A person sent the mail of message ${againOf} again`;
  if (keyId === dashboardKeyId) return 'Sent as a test mail';
  return `Requested ${door ? `through ${doors[door]} ` : ''}with key ${keyId}`;
}

const traceStep = z.object({
  node: z.nullable(z.string()),
  type: z.string(),
  outcome: z.string(),
  ms: z.number(),
  warnings: z.optional(z.array(z.string())),
});

type StoredTraceStep = z.infer<typeof traceStep> | null;

function readStep(step: unknown): StoredTraceStep {
  return traceStep.safeParse(step).data ?? null;
}

function isSend(step: StoredTraceStep): boolean {
  return step?.type === 'provider' && ['sent', 'refused', 'unknown'].includes(step.outcome);
}

/** Whether SES, or its substitute for test keys, answered the send. */
export const wasHandedOver = ({ trace }: Pick<ReportedMessage, 'trace'>): boolean =>
  trace.some((step) => isSend(readStep(step)));

const stepNames: Record<string, string> = {
  variables: 'Defaults of the variables',
  delivery: 'Recipients and reply address',
  verification: 'Verification',
  template: 'Template',
  attachments: 'Files of the mail',
  provider: 'Sender',
};

/** The steps that the output's node takes before its own. */
const ofTheOutput = new Set(['delivery', 'attachments']);

function stepText(step: StoredTraceStep): string {
  if (step === null) return 'A step that this version of the service does not know';
  const name = stepNames[step.type] ?? step.type;
  const node = step.node === null || ofTheOutput.has(step.type) ? '' : ` ${step.node}`;
  const ended = `${name}${node}: ${step.outcome.replaceAll('_', ' ')}, ${step.ms.toFixed(1)} ms`;
  return [ended, ...(step.warnings ?? [])].join('. ');
}

/** The steps from the record of the message to the answer of SES. A refused request has neither. */
function sendingOf(record: ReportedMessage, nowMs: number): TimelineEntry[] {
  const { state, createdAt, sendAt, settledAt, error } = record;
  if (state === 'REFUSED') return [{ at: createdAt, text: `Refused: ${error}` }];
  if (isCaptured(record)) {
    return [
      { at: settledAt, text: 'Captured, not sent: SES was not called' },
      ...leftOutOf(record),
    ];
  }
  const to = redirectionOf(record);
  if (sendAt === undefined) {
    return [
      { at: createdAt, text: `Recorded as SENDING, then handed to SES${to}` },
      ...leftOutOf(record),
      ...sendingEnd(record, nowMs),
    ];
  }
  const accepted = [
    { at: createdAt, text: `Accepted, to be sent at ${shortTime(sendAt)}${to}` },
    ...leftOutOf(record),
  ];
  if (state === 'SCHEDULED') return accepted;
  if (state === 'CANCELLED') {
    return [...accepted, { at: settledAt, text: 'Cancelled: nothing was sent' }];
  }
  const begun = { at: sendAt, text: 'Its time came: recorded as SENDING' };
  return [...accepted, begun, ...sendingEnd(record, nowMs)];
}

/** To whom the mail of a test key went instead of its recipients. */
function redirectionOf({ redirectedTo }: ReportedMessage): string {
  return redirectedTo === undefined
    ? ''
    : `, for ${redirectedTo} alone: the test key redirects its mails`;
}

function leftOutOf({ leftOut = [] }: ReportedMessage): TimelineEntry[] {
  if (leftOut.length === 0) return [];
  const text = `Left out, because the test key does not allow them: ${leftOut.join(', ')}`;
  return [{ at: null, text }];
}

function sendingEnd(record: ReportedMessage, nowMs: number): TimelineEntry[] {
  const { state, settledAt, sesMessageId, error, leaseUntilMs } = record;
  const accepted = `SES accepted it as ${sesMessageId}`;
  if (state === 'SENDING') {
    if (isLeased(record, nowMs)) return [];
    const at = new Date(leaseUntilMs).toISOString();
    return [{ at, text: 'The function stopped before it recorded the answer of SES' }];
  }
  if (state === 'FAILED') {
    return [{ at: settledAt, text: error === null ? 'Not sent' : `Not sent: ${error}` }];
  }
  if (state === 'UNKNOWN') return [{ at: settledAt, text: error ?? 'The answer of SES was lost' }];
  if (error !== null) {
    return [
      { at: settledAt, text: error },
      { at: null, text: `A report of SES proves it: ${accepted}` },
    ];
  }
  // If the attempt recorded no result, `settledAt` is the time of the first report.
  const how = record.events.some(({ at }) => at === settledAt) ? 'A report of SES proves it: ' : '';
  return [{ at: settledAt, text: `${how}${accepted}` }];
}

const reported: Record<MessageEvent['state'], string> = {
  SENT: 'SES reports that it accepted the mail',
  DELAYED: 'Delayed',
  DELIVERED: 'Delivered',
  BOUNCED: 'Bounced',
  REJECTED: 'Rejected by SES',
  COMPLAINED: 'Marked as spam',
};

function eventText(event: MessageEvent, record: ReportedMessage): string {
  const { state, category, reason } = event;
  const named = readNamed(record, event);
  const kind = category === null ? '' : ` (${category})`;
  const ours = named.recipients
    .map(({ address }) => address)
    .join(named.isOneOfSeveral ? ' or ' : ', ');
  const whom = ours && `${named.isOneOfSeveral ? ' by' : ''} ${ours}`;
  const words = reason ? `: ${reason}` : '';
  return `${reported[state]}${kind}${whom}${words}${strangersText(named.strangers)}`;
}

function strangersText(strangers: readonly string[]): string {
  return strangers.length === 0
    ? ''
    : ` (the report names ${strangers.join(', ')}, to which this mail was not sent)`;
}

/** `2026-12-24 09:00 UTC`; with seconds if they are not 0. */
export function shortTime(iso: string): string {
  const [, day = '', time = ''] = /^(.{10})T(.{8})/.exec(iso) ?? [];
  return `${day} ${time.replace(/:00$/, '')} UTC`;
}
