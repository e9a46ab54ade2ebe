import type { SesMail } from '../../shared/adapters/ses/ses.ts';
import type { PendingRequest } from '../../shared/adapters/tables/pending-table.ts';
import {
  inLanguage,
  type LoadedTemplate,
  MissingRevision,
} from '../../shared/adapters/tables/template-loader.ts';
import { Refusal } from '../../shared/engine/errors.ts';
import { unreadableFlow } from '../../shared/engine/flow/outcome.ts';
import type { FlowRun } from '../../shared/engine/flow/run-flow.ts';
import { answersTo } from '../../shared/execute/answers.ts';
import {
  routesOfTestKey,
  suppressibleAddresses,
  toItsRecipients,
} from '../../shared/execute/delivery-route.ts';
import { withFlowOf } from '../../shared/execute/follow-branch.ts';
import { liveCopy, testCopy } from '../../shared/execute/kept-copy.ts';
import { pausedTemplate } from '../../shared/execute/paused-template.ts';
import { RecordedSend, type RecordedSendPorts } from '../../shared/execute/recorded-send.ts';
import { runStoredFlow, type StoredFlowPorts } from '../../shared/execute/stored-flow.ts';
import type { LogEnd } from '../../shared/http/log-line.ts';
import type { MessageRecord } from '../../shared/message/message.ts';
import type { MessagePlace, MessageStore } from '../../shared/message/message-store.ts';
import type { Suppression } from '../../shared/message/suppression.ts';
import {
  clearAway,
  closeAttempt,
  dueClockMs,
  type EndPorts,
  failScheduled,
  finish,
  lookAgain,
  type Woken,
  wakeAgain,
} from './ends.ts';

export interface DuePorts
  extends RecordedSendPorts,
    Omit<StoredFlowPorts, 'lookupDomain' | 'runCheck'>,
    Omit<EndPorts, 'store'> {
  /** A revision of a template; null if the account has no such template any more. Throws `MissingRevision`. */
  loadRevision: (
    accountId: string,
    templateId: string,
    revision: number,
  ) => Promise<LoadedTemplate | null>;
  suppression: boolean;
  /** The `personKey` of an account that has forgotten people. Default: none has. */
  readForgottenKey?: (accountId: string) => Promise<string | undefined>;
  /** Called with the log line's notes on the message, its send, and a fault that did not change the send's outcome. */
  tell?: ((notes: DueNotes) => void) | undefined;
}

export type DueNotes = Pick<LogEnd, 'keyId' | 'templateId' | 'revision' | 'recipients' | 'causes'>;

export interface WakeUp extends MessagePlace {
  /** How often the queue has given this wake-up, this time included. */
  received: number;
}

/** How often the queue delivers a wake-up for a message without a record: the record may still be on its way. */
const maxReceivedWithoutRecord = 3;

/** The pause after SES temporarily refused a mail, and for how long after `_sendAt` it is tried again. */
const pauseMs = 30_000;
const triedForMs = 6 * 60 * 60 * 1000;

/** SES has certainly not accepted the mail, and may accept it later. */
class NotNow extends Error {
  override readonly name = 'NotNow';
}

/** Sends a message whose time has come, if its record is due. Throws if the queue must deliver the wake-up again. */
export async function sendDue(
  { accountId, messageId, received }: WakeUp,
  ports: DuePorts,
): Promise<Woken> {
  const place = { accountId, messageId };
  const record = await ports.store.readMessage(accountId, messageId);
  if (record === null) {
    if (received < maxReceivedWithoutRecord) throw new Error('The message has no record yet');
    await ports.removePending(place);
    return 'ignored';
  }
  if (record.state === 'SENDING') {
    const { keyId, templateId, revision, redirectedTo } = record;
    const billed = redirectedTo === undefined ? record.recipients.length : 1;
    const recipients = billed === 1 ? undefined : billed;
    ports.tell?.({ keyId, templateId, revision, recipients });
    return closeAttempt(record, ports);
  }
  if (record.state !== 'SCHEDULED') return clearAway(record, ports);
  const sendAtMs = Date.parse(record.sendAt ?? record.createdAt);
  const earlyMs = sendAtMs - dueClockMs(ports);
  if (earlyMs > 0) return wakeAgain(place, earlyMs, ports);
  return sendScheduled(record, sendAtMs, ports);
}

async function sendScheduled(
  record: MessageRecord,
  sendAtMs: number,
  ports: DuePorts,
): Promise<Woken> {
  const { accountId, keyId, templateId, revision } = record;
  ports.tell?.({ keyId, templateId, revision });
  const [pending, template] = await Promise.all([
    ports.readPending(record),
    templateOf(record, ports),
  ]);
  const attempt = { ...record, owner: ports.newOwner() };
  const fail = (error: string, trace: FlowRun['trace'] = []) =>
    failScheduled(attempt, { error, trace }, ports);
  if (pending === null) return fail('The request of the message is missing');
  if (typeof template === 'string') return fail(template);
  if (template.paused) return fail(pausedTemplate(template.paused).error);
  if (template.plan === null) return fail(unreadableFlow.error);
  const isLate = ports.epochMs() - sendAtMs >= triedForMs;
  const { request, test, ignored } = pending;
  const suppressed = await readSuppressed(accountId, pending, ports);
  const send = new RecordedSend(
    {
      origin: attempt,
      keyed: null,
      takesOver: null,
      answers: answersTo({}),
      route: test ? routesOfTestKey(test, suppressed) : toItsRecipients,
      headers: request._headers,
      copy: test ? testCopy(request) : liveCopy(request, template),
    },
    { ...ports, store: beginningScheduled(ports.store), sendMail: notNow(ports.sendMail, isLate) },
  );
  // The verifications passed and the branch was taken when the message was accepted: neither is repeated.
  const plan = { ...template.plan, checks: [], branches: undefined };
  try {
    const work = { request, ignored, template, suppressed, send };
    const { replyTo } = record;
    const newThread = replyTo === undefined ? undefined : () => replyTo;
    const run = await runStoredFlow(plan, work, { ...ports, ...noChecks, newThread });
    const { outcome, trace } = run;
    if (outcome.type !== 'sent' && outcome.type !== 'send_failed') {
      return await fail(outcome.success ? 'The flow does not send' : outcome.error, trace);
    }
    const { notes } = await send.answer(run);
    ports.tell?.({ recipients: notes.recipients, causes: notes.causes });
    const failed = notes.outcome === 'send_unknown' ? 'unknown' : 'failed';
    return await finish(outcome.type === 'sent' ? 'sent' : failed, attempt, ports);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'idempotencyKeyRunning') {
      return lookAgain(record, ports);
    }
    if (!(error instanceof NotNow)) throw error;
    await ports.store.handBack(attempt);
    return wakeAgain(record, pauseMs, ports);
  }
}

/** The template of a message, with the flow that accepted it; or why it cannot be sent. */
async function templateOf(
  { accountId, templateId, revision, branchedTo, language }: MessageRecord,
  { loadRevision }: Pick<DuePorts, 'loadRevision'>,
): Promise<LoadedTemplate | string> {
  const load = (id: string, number: number) =>
    loadRevision(accountId, id, number).catch(unlessMissing);
  const [flow, other] = await Promise.all([
    load(templateId, revision),
    branchedTo && load(branchedTo.templateId, branchedTo.revision),
  ]);
  if (flow === null) return 'Template not found';
  if (flow instanceof MissingRevision) return flow.message;
  if (other === undefined) return inLanguage(flow, language);
  if (other === null) return `Template not found: ${branchedTo?.templateId}`;
  if (other instanceof MissingRevision) return other.message;
  return withFlowOf(flow, inLanguage(other, language));
}

/** A missing revision does not come back: the message ends, and does not stay SCHEDULED for ever. */
function unlessMissing(error: unknown): MissingRevision {
  if (error instanceof MissingRevision) return error;
  throw error;
}

const noCheck = () => {
  throw new Error('A scheduled message is not verified again when it is due');
};
const noChecks = { runCheck: noCheck, lookupDomain: noCheck };

/** The store as a send uses it, except that it begins a message that is recorded as SCHEDULED. */
function beginningScheduled(store: MessageStore): MessageStore {
  return {
    ...store,
    beginMessage: async (record) =>
      (await store.beginScheduled(record, record.owner, record.leaseUntilMs)) !== null,
    // The begin failed: certainly nothing was sent, and the queue gives the wake-up again.
    writeFailure: (record) => store.handBack(record),
  };
}

/** Wraps `sendMail`: it throws `NotNow` if SES may accept the mail later, unless the message `isLate`. */
function notNow(sendMail: DuePorts['sendMail'], isLate: boolean): DuePorts['sendMail'] {
  return async (mail: SesMail) => {
    const outcome = await sendMail(mail);
    if (outcome.outcome === 'refused' && outcome.isTemporary && !isLate) throw new NotNow();
    return outcome;
  };
}

async function readSuppressed(
  accountId: string,
  { request, test, forgets }: PendingRequest,
  { store, suppression, readForgottenKey }: DuePorts,
): Promise<Suppression[]> {
  const addresses = suppression ? suppressibleAddresses(request, test) : [];
  const personKey = forgets && suppression ? await readForgottenKey?.(accountId) : undefined;
  const more = { isConsistent: true, personKey };
  const known = await store.readClaimAndSuppressed(accountId, null, addresses, more);
  return known.suppressed;
}
