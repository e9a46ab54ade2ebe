import type { WakeUps } from '../../adapters/later.ts';
import { pauseNow } from '../../adapters/tables/pause-item.ts';
import { movePending, readPending } from '../../adapters/tables/pending-table.ts';
import { type Moved, moveScheduled } from '../../adapters/tables/scheduled-table.ts';
import { inLanguage, templateLoader } from '../../adapters/tables/template-loader.ts';
import { readHead } from '../../adapters/tables/templates-table.ts';
import { unreadableFlow } from '../../engine/flow/outcome.ts';
import { cancelScheduled } from '../../execute/cancel-scheduled.ts';
import { pausedTemplate } from '../../execute/paused-template.ts';
import { runStoredFlow } from '../../execute/stored-flow.ts';
import type { MessageRecord } from '../../message/message.ts';
import { shownState } from '../../message/message-states.ts';
import type { Announcer } from '../../webhook/announce.ts';
import { ManageError } from '../manage-error.ts';
import type { ManagePorts } from '../ports.ts';
import { sendNothing } from '../templates/dry-run.ts';
import { recorded } from '../trail/recorded.ts';
import { type MessagePorts, messageOf } from './messages.ts';

export interface ScheduledPorts
  extends Pick<ManagePorts, 'messages' | 'accounts' | 'templates' | 'now' | 'trail'> {
  /** Null if this deployment has scheduled sends switched off. */
  wakeUps: WakeUps | null;
  /** Tells webhooks the end of a message. Undefined if this deployment has none. */
  announcer?: Announcer | undefined;
  /** Why this deployment cannot send from an address; null if it can. */
  senderProblem: (from: string) => string | null;
}

/**
 * Cancels a scheduled message, also a cancelled one, found like that of `showMessage`. Returns its own id.
 *
 * @throws {ManageError} for an id that no message of the account has; `late` if it is no longer scheduled
 */
export async function cancelMessage(
  ports: MessagePorts & Pick<ScheduledPorts, 'wakeUps' | 'announcer' | 'trail'>,
  accountId: string,
  id: string,
): Promise<string> {
  const { messages, now, wakeUps, announcer } = ports;
  const { messageId } = await messageOf(ports, accountId, id);
  const forget = wakeUps && ((each: string) => wakeUps.forget('due', each));
  const at = now().toISOString();
  const change = recorded(ports, accountId, 'message.cancelled', `message:${messageId}`, {
    state: ['SCHEDULED', 'CANCELLED'],
  });
  const cancelling = { messages, forget, announcer, change };
  if (await cancelScheduled({ accountId, messageId }, at, cancelling)) {
    return messageId;
  }
  throw tooLate(await messageOf(ports, accountId, messageId), now, 'cancelled');
}

/**
 * Sends a scheduled message now: `due` sends it some moments later, with its checks. `newest`: with the template's
 * current revision, if it renders with the message's variables. Returns the message's own id.
 *
 * @throws {ManageError} like `cancelMessage`, if the template is paused, and if the current revision cannot be sent
 */
export async function sendNow(
  ports: ScheduledPorts,
  accountId: string,
  id: string,
  { newest = false }: { newest?: boolean } = {},
): Promise<string> {
  const { messages, now } = ports;
  const wakeUps = wakeUpsOf(ports);
  const record = await messageOf(ports, accountId, id);
  if (record.state !== 'SCHEDULED') throw tooLate(record, now, 'sent now');
  const { messageId } = record;
  const place = { accountId, messageId };
  await refusePaused(record, ports);
  const judged = newest ? await judgeNewest(record, ports) : undefined;
  const nowMs = now().getTime();
  const sendAt = new Date(nowMs).toISOString();
  // Changes the record first: if the rest fails, the message is sent at its earlier time, or when this is repeated.
  const change = recorded(ports, accountId, 'message.sent', `message:${messageId}`, {
    state: ['SCHEDULED', 'SENDING'],
  });
  if (!(await moveScheduled(messages, place, { sendAt, newest: judged }, change))) {
    throw tooLate(await messageOf(ports, accountId, messageId), now, 'sent now');
  }
  await movePending(messages, place, sendAt);
  await wakeUps.later('due', place, nowMs, `${messageId}-${nowMs}`);
  await wakeUps.forget('due', messageId);
  return messageId;
}

/** @throws {ManageError} if this deployment has scheduled sends switched off */
export function wakeUpsOf({ wakeUps }: Pick<ScheduledPorts, 'wakeUps'>): WakeUps {
  if (wakeUps !== null) return wakeUps;
  throw new ManageError('This deployment has scheduled sends switched off');
}

async function refusePaused(
  { accountId, templateId, branchedTo }: MessageRecord,
  { templates }: Pick<ScheduledPorts, 'templates'>,
): Promise<void> {
  for (const id of new Set([templateId, branchedTo?.templateId ?? templateId])) {
    const pause = pauseNow((await readHead(templates, accountId, id))?.pauses);
    if (pause) throw new ManageError(pausedTemplate({ ...pause, templateId: id }).error);
  }
}

function tooLate(record: MessageRecord, now: () => Date, done: string): ManageError {
  const state = shownState(record, now().getTime());
  const sentence = `Message ${record.messageId} is ${state}: only a SCHEDULED message can be ${done}`;
  return new ManageError(sentence, [], { code: 'late' });
}

/**
 * Runs the flow of the template's current revision without its verifications and the send. Returns the revision, and
 * the subject that it gives.
 *
 * @throws {ManageError} with the reason why it cannot be sent
 */
async function judgeNewest(
  record: MessageRecord,
  { messages, templates, senderProblem }: ScheduledPorts,
): Promise<NonNullable<Moved['newest']>> {
  const { accountId, messageId, templateId, branchedTo } = record;
  const load = templateLoader(templates);
  const [pending, template, other] = await Promise.all([
    readPending(messages, record),
    load(accountId, templateId),
    branchedTo && load(accountId, branchedTo.templateId),
  ]);
  const refuse = (why: string) =>
    new ManageError(`Message ${messageId} cannot be sent with the newest revision: ${why}`);
  if (pending === null) throw refuse('the request of the message is missing');
  if (template === null) throw refuse(`template ${templateId} is deleted`);
  if (other === null) throw refuse(`template ${branchedTo?.templateId} is deleted`);
  const { revision, plan } = template;
  if (plan === null) throw refuse(unreadableFlow.error);
  if (plan.output.type !== 'provider')
    throw refuse(`the flow of revision ${revision} does not send`);
  // Its files do not depend on the revision, and are read from S3 only when the message is sent.
  const { _attachments: _, ...fields } = pending.request;
  const request = { ...fields, _dryRun: true };
  const sent = inLanguage(other ?? template, record.language);
  const work = { request, template: sent, suppressed: [], send: sendNothing };
  const { replyTo } = record;
  const newThread = replyTo === undefined ? undefined : () => replyTo;
  const ports = { senderProblem, runCheck: none, lookupDomain: none, newThread, now: () => 0 };
  const { outcome } = await runStoredFlow(
    { ...plan, checks: [], branches: undefined },
    work,
    ports,
  );
  if (outcome.type === 'callback') {
    return { revision, subject: outcome.subject, branchedRevision: other?.revision };
  }
  throw refuse(outcome.success ? 'its flow does not send' : outcome.error);
}

const none = () => Promise.reject(new Error('A flow without verifications was about to verify'));
