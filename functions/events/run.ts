import { isId } from '../../shared/id.ts';
import type { ReportedEvent } from '../../shared/message/apply-event.ts';
import { readNamed } from '../../shared/message/apply-event.ts';
import { mailTags } from '../../shared/message/mail-tags.ts';
import type { MessageRecipient } from '../../shared/message/message.ts';
import { type Suppression, suppressionAddress } from '../../shared/message/suppression.ts';
import { type SesEvent, sesEvent } from './contract.ts';
import { type MailEvent, type Report, readReport } from './report.ts';

/** The key of a message's record. */
export interface MessagePlace {
  accountId: string;
  messageId: string;
}

/** Whether the event was recorded, and the mail's recipients. */
export type Recorded =
  | {
      outcome: 'recorded' | 'known already';
      message: { recipients: readonly Pick<MessageRecipient, 'address'>[] };
    }
  | { outcome: 'no such message' };

export interface EventPorts {
  recordEvent: (accountId: string, messageId: string, event: ReportedEvent) => Promise<Recorded>;
  /** Finds the message of a mail without our tags. */
  findBySesMessageId: (sesMessageId: string) => Promise<MessagePlace | null>;
  /** Null: this deployment does not suppress addresses automatically. */
  suppress: ((accountId: string, suppression: Suppression) => Promise<unknown>) | null;
}

/** The outcome of an event for the log: ids and states, never an address. */
export interface AppliedEvent extends Partial<MessagePlace> {
  eventId: string;
  type: SesEvent['detail-type'];
  outcome: 'recorded' | 'known already' | 'of no interest';
  sesMessageId?: string;
  state?: Report['state'];
}

/** An event that cannot be applied, however often Lambda tries. The error message contains no address. */
export class UnusableEvent extends Error {
  override readonly name = 'UnusableEvent';
  /** The known fields of the event, for the log. */
  readonly known: Partial<AppliedEvent>;

  constructor(message: string, known: Partial<AppliedEvent> = {}) {
    super(message);
    this.known = known;
  }
}

/**
 * Records a report of SES, and suppresses the address of a hard bounce or a complaint if it is one of the mail's
 * recipients. Events may arrive twice and in any order; the result is the same.
 *
 * Throws `UnusableEvent` for an event in a form that SES does not send, and for a mail without a record, because its
 * recipients are unknown.
 */
export async function applySesEvent(payload: unknown, ports: EventPorts): Promise<AppliedEvent> {
  const event = readEvent(payload);
  const known = { eventId: event.id, type: event['detail-type'] };
  if (!isAboutMail(event)) return { ...known, outcome: 'of no interest' };
  const report = readReport(event);
  if (report === null) return { ...known, outcome: 'of no interest' };
  const { messageId: sesMessageId } = event.detail.mail;
  const place = await placeOf(event.detail.mail, ports, { ...known, sesMessageId });
  const about = { ...known, sesMessageId, ...place, state: report.state };
  const recorded = await record(event.id, sesMessageId, report, place, ports);
  if (recorded.outcome === 'no such message') {
    throw new UnusableEvent('The message has no record', about);
  }
  // If the function stops before this line, Lambda calls it again: the event is then `known already`, and this line
  // still runs.
  await suppressNamed(report, recorded.message.recipients, place, ports);
  return { ...about, outcome: recorded.outcome };
}

function readEvent(payload: unknown): SesEvent {
  const parsed = sesEvent.safeParse(payload);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole event');
  throw new UnusableEvent(`This event is not in SES's format: ${[...new Set(paths)].join(', ')}`);
}

function isAboutMail(event: SesEvent): event is MailEvent {
  return 'detail' in event;
}

async function placeOf(
  { messageId, tags = {} }: MailEvent['detail']['mail'],
  ports: EventPorts,
  known: Partial<AppliedEvent>,
): Promise<MessagePlace> {
  const [accountId] = tags[mailTags.account] ?? [];
  const [taggedId] = tags[mailTags.message] ?? [];
  if (accountId !== undefined && taggedId !== undefined) {
    if (isId(accountId) && isId(taggedId)) return { accountId, messageId: taggedId };
    throw new UnusableEvent('The tags of the mail do not name a message', known);
  }
  const found = await ports.findBySesMessageId(messageId);
  if (found) return found;
  throw new UnusableEvent(
    "The mail does not have postrider's tags, and no record has its id",
    known,
  );
}

/**
 * Suppresses the recipients of the mail that the report names. If a complaint names several, it suppresses none of
 * them, because perhaps only one has complained.
 */
async function suppressNamed(
  { state, at, category, recipients: reported, suppression: reason }: Report,
  recipients: readonly Pick<MessageRecipient, 'address'>[],
  { accountId, messageId }: MessagePlace,
  { suppress }: EventPorts,
): Promise<void> {
  if (reason === null || suppress === null) return;
  const words = new Map(
    reported.map(({ address, reason }) => [suppressionAddress(address), reason]),
  );
  const named = readNamed(recipients, { state, addresses: [...words.keys()] });
  if (named.isOneOfSeveral) return;
  for (const { address } of named.recipients) {
    const detail = words.get(suppressionAddress(address)) ?? category;
    await suppress(accountId, { address, reason, at, detail, messageId });
  }
}

/** Records one event for all recipients with the same reason. */
async function record(
  id: string,
  sesMessageId: string,
  { state, at, category, recipients }: Report,
  { accountId, messageId }: MessagePlace,
  { recordEvent }: EventPorts,
): Promise<Recorded> {
  const groups = Map.groupBy(recipients, ({ reason }) => reason);
  const parts = groups.size > 0 ? [...groups] : [[null, []] as const];
  let isNew = false;
  let last: Recorded = { outcome: 'no such message' };
  for (const [index, [reason, members]] of parts.entries()) {
    last = await recordEvent(accountId, messageId, {
      eventId: index === 0 ? id : `${id}-${index + 1}`,
      sesMessageId,
      state,
      at,
      category,
      reason,
      addresses: members.map(({ address }) => address),
    });
    if (last.outcome === 'no such message') return last;
    isNew ||= last.outcome === 'recorded';
  }
  return isNew && last.outcome === 'known already' ? { ...last, outcome: 'recorded' } : last;
}
