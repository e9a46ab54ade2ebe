import { isId } from '../../shared/id.ts';
import type { AccountSending } from '../../shared/message/account-sending.ts';
import { mailTags } from '../../shared/message/mail-tags.ts';
import type { MessagePlace } from '../../shared/message/message-store.ts';
import { applyReport, type ReportPorts } from '../../shared/reports/apply-report.ts';
import type { Report } from '../../shared/reports/report.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';
import { type AccountStatePorts, accountIn, updateAccount } from './account-states.ts';
import { type SesEvent, sesEvent } from './contract.ts';
import { type MailEvent, readReport } from './report.ts';

export interface EventPorts extends ReportPorts {
  /** Finds the message of a mail without our tags. */
  findBySesMessageId: (sesMessageId: string) => Promise<MessagePlace | null>;
  announcer?: Announcer | undefined;
  /** Null or absent if accounts are no tenants of SES. */
  accounts?: AccountStatePorts | null | undefined;
}

/** The outcome of an event for the log: ids and states, never an address. */
export interface AppliedEvent extends Partial<MessagePlace> {
  eventId: string;
  type: SesEvent['detail-type'];
  outcome: 'recorded' | 'known already' | 'of no interest' | 'looked at';
  sesMessageId?: string;
  state?: Report['state'] | AccountSending['state'];
}

/** An event that cannot be applied, however often Lambda tries. The error message contains no address. */
export class UnusableEvent extends Error {
  override readonly name = 'UnusableEvent';
  readonly known: Partial<AppliedEvent>;

  constructor(message: string, known: Partial<AppliedEvent> = {}) {
    super(message);
    this.known = known;
  }
}

/** Records and announces a report of SES, in any order and even twice. Throws `UnusableEvent` if no record fits. */
export async function applySesEvent(payload: unknown, ports: EventPorts): Promise<AppliedEvent> {
  const event = readEvent(payload);
  const known = { eventId: event.id, type: event['detail-type'] };
  if (isAboutTenant(event)) return { ...known, ...(await applyTenantEvent(event, ports)) };
  if (!isAboutMail(event)) return { ...known, outcome: 'of no interest' };
  const report = readReport(event);
  if (report === null) return { ...known, outcome: 'of no interest' };
  const { messageId: sesMessageId } = event.detail.mail;
  const place = await placeOf(event.detail.mail, ports, { ...known, sesMessageId });
  const about = { ...known, sesMessageId, ...place, state: report.state };
  const ids = { eventId: event.id, sesMessageId };
  const outcome = await applyReport(report, ids, place, ports);
  if (outcome === 'no such message') {
    throw new UnusableEvent('The message has no record', about);
  }
  await ports.announcer?.report(place, { eventId: event.id, state: report.state });
  return { ...about, outcome };
}

function readEvent(payload: unknown): SesEvent {
  const parsed = sesEvent.safeParse(payload);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map(({ path }) => path.join('.') || 'the whole event');
  throw new UnusableEvent(`This event is not in SES's format: ${[...new Set(paths)].join(', ')}`);
}

type TenantEvent = Extract<SesEvent, { 'detail-type': `Sending Status ${string}` }>;

function isAboutTenant(event: SesEvent): event is TenantEvent {
  return event['detail-type'].startsWith('Sending Status');
}

/** Believes nothing of the event but which account it is about. */
async function applyTenantEvent(
  event: TenantEvent,
  { accounts }: EventPorts,
): Promise<Pick<AppliedEvent, 'outcome' | 'accountId' | 'state'>> {
  const accountId = accountIn(event);
  const state = accounts && accountId ? await updateAccount(accountId, accounts) : null;
  return state === null
    ? { outcome: 'of no interest' }
    : { outcome: 'looked at', accountId, state };
}

function isAboutMail(event: SesEvent): event is MailEvent {
  return 'detail' in event && !isAboutTenant(event);
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
