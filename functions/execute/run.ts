import type { LoadTemplate } from '../../shared/adapters/tables/template-loader.ts';
import { refuse } from '../../shared/engine/errors.ts';
import { type FlowOutcome, unreadableFlow } from '../../shared/engine/flow/outcome.ts';
import type { FlowPlan } from '../../shared/engine/flow/plan.ts';
import type { FlowRun } from '../../shared/engine/flow/run-flow.ts';
import { type Answers, answersTo } from '../../shared/execute/answers.ts';
import { liveCopy, testCopy } from '../../shared/execute/kept-copy.ts';
import type { Origin } from '../../shared/execute/message-record.ts';
import {
  RecordedSend,
  type RecordedSendPorts,
  type SendContext,
} from '../../shared/execute/recorded-send.ts';
import { isRefused, refusedRecord } from '../../shared/execute/refused-record.ts';
import { type Schedule, scheduleOf } from '../../shared/execute/schedule.ts';
import { ScheduledSend, type ScheduledSendPorts } from '../../shared/execute/scheduled-send.ts';
import { runStoredFlow, type StoredFlowPorts } from '../../shared/execute/stored-flow.ts';
import { toItsRecipients, waysOfTestKey } from '../../shared/execute/way.ts';
import type { Received } from '../../shared/http/endpoint.ts';
import { causesOf } from '../../shared/http/log-line.ts';
import type { ApiCaller } from '../../shared/http/proxy.ts';
import { Reply } from '../../shared/http/reply.ts';
import type { Later } from '../../shared/later/later.ts';
import { type Earlier, earlierAttempt } from '../../shared/message/earlier-attempt.ts';
import {
  idempotencyHeader,
  type KeyedRequest,
  readIdempotencyKey,
  replayedHeader,
} from '../../shared/message/idempotency-key.ts';
import { messageIdHeader } from '../../shared/message/message-id.ts';
import type { Known } from '../../shared/message/message-store.ts';
import { parseDelivery } from '../../shared/message/recipients.ts';
import { deliveryAddresses } from '../../shared/message/suppression.ts';
import { type ExecuteRequest, isExecuteField } from './contract.ts';

export interface ExecutePorts
  extends RecordedSendPorts,
    StoredFlowPorts,
    Omit<ScheduledSendPorts, 'later'> {
  /** Null: this deployment schedules no messages. */
  later: Later | null;
  loadTemplate: LoadTemplate;
  /** Whether suppressed addresses are refused. */
  suppression: boolean;
  /**
   * Makes a message's id. `parts`: over how many partition keys the account's messages are spread. Ids sort by time.
   */
  newMessageId: (nowMs: number, parts?: number) => string;
  /** Makes the id of a test key's message. */
  newTestMessageId: (nowMs: number) => string;
  /** A new token that identifies an attempt. */
  newOwner: () => string;
  /** How long the record of a refused request is kept, in days. 0: none is made. */
  refusedRetentionDays: number;
}

/**
 * Runs the flow of a stored template of the caller's account. The answer to a request that recorded a message has the
 * header `x-message-id`. A request with an Idempotency-Key that
 * was answered before gets that answer again.
 *
 * Throws the refusals `unknownDeliveryField`, `badIdempotencyKey`, `idempotencyKeyReused`,
 * `idempotencyKeyRunning`, `templateNotFound`, `noDnsAnswer` and those of rendering (`wrongType`,
 * `overLimit`); everything else is an outcome.
 */
export async function execute(
  request: ExecuteRequest,
  caller: ApiCaller,
  received: Omit<Received, 'deadline'>,
  ports: ExecutePorts,
): Promise<Reply> {
  const { body, notes, headers } = await replyTo(request, caller, received, ports);
  const { messageId } = notes;
  return new Reply(body, notes, { ...headers, ...(messageId && { [messageIdHeader]: messageId }) });
}

async function replyTo(
  request: ExecuteRequest,
  caller: ApiCaller,
  received: Omit<Received, 'deadline'>,
  ports: ExecutePorts,
): Promise<Reply> {
  refuseUnknownDeliveryFields(request);
  const { accountId, keyId, test } = caller;
  const isTest = test !== undefined;
  const keyed = readIdempotencyKey(received.header(idempotencyHeader), received.body, { isTest });
  const [template, known] = await Promise.all([
    ports.loadTemplate(accountId, request.templateId),
    readKnown(request, caller, keyed, ports),
  ]);
  const answers = answersTo(request);
  const earlier = await earlierOf(known, accountId, keyed, { answers, ports });
  if (earlier.outcome === 'answered') return repeatedReply(earlier);
  if (template === null) throw refuse('templateNotFound');
  const { plan } = template;
  const messageId = newIdFor(caller, ports);
  const origin = {
    accountId,
    keyId,
    requestId: received.requestId,
    templateId: request.templateId,
    revision: template.revision,
    messageId: earlier.messageId ?? messageId,
    owner: ports.newOwner(),
    reference: request._reference,
  };
  const { takesOver } = earlier;
  const way = test ? waysOfTestKey(test, known.suppressed) : toItsRecipients;
  const copy = test ? testCopy(request) : liveCopy(request, template);
  const context = { origin, keyed, takesOver, answers, way };
  const read = readPlanned(plan, request, context, { test, ports });
  let run: FlowRun;
  let reply: Reply;
  if ('outcome' in read) {
    run = { outcome: read.outcome, trace: [] };
    reply = new Reply(answers.write(run.outcome, run.trace), { outcome: run.outcome.type });
  } else {
    const send = sendOf(read.schedule, { ...context, copy }, ports);
    const work = { request, template, suppressed: known.suppressed, send };
    run = await runStoredFlow(read.plan, work, ports);
    reply = await send.answer(run);
  }
  if (!isMeantToSend(request, plan)) return reply;
  // A new id, because the write of the attempt before may still arrive under its own.
  return recordedRefusal(reply, run, { origin: { ...origin, messageId }, request }, ports);
}

/** The plan and the schedule of a request, or the outcome of a request whose flow does not run. */
function readPlanned(
  plan: FlowPlan | null,
  request: ExecuteRequest,
  { origin, keyed }: Pick<SendContext, 'origin' | 'keyed'>,
  { test, ports }: { test: ApiCaller['test']; ports: ExecutePorts },
): { plan: FlowPlan; schedule: Schedule | null } | { outcome: FlowOutcome } {
  if (plan === null) return { outcome: unreadableFlow };
  const claim = keyed ? { keyHash: keyed.keyHash, owner: origin.owner } : undefined;
  const isOn = ports.later !== null;
  return { plan, ...scheduleOf(request, plan, { test, claim, isOn, nowMs: ports.epochMs() }) };
}

/** The one send of a request: at its time where it has a schedule, else now. */
function sendOf(
  schedule: Schedule | null,
  context: SendContext,
  { later, ...ports }: ExecutePorts,
): RecordedSend | ScheduledSend {
  return schedule === null || later === null
    ? new RecordedSend(context, ports)
    : new ScheduledSend({ ...context, schedule }, { ...ports, later });
}

/** Whether the caller expects a mail. Of a flow that cannot be read only the recipient tells it. */
function isMeantToSend({ _dryRun, _to }: ExecuteRequest, plan: FlowPlan | null): boolean {
  if (_dryRun) return false;
  return plan === null ? _to !== undefined : plan.output.type === 'provider';
}

/**
 * Records a request that the flow refused. It makes one write, and none for any other outcome. If the write fails, the
 * answer is the same and the log line has the fault.
 */
async function recordedRefusal(
  reply: Reply,
  { outcome, trace }: FlowRun,
  { origin, request }: { origin: Origin; request: ExecuteRequest },
  { store, epochMs, refusedRetentionDays: retentionDays }: ExecutePorts,
): Promise<Reply> {
  if (!isRefused(outcome) || retentionDays === 0) return reply;
  const { body, notes } = reply;
  const times = { nowMs: epochMs(), retentionDays };
  try {
    await store.writeFailure(refusedRecord(origin, request, { outcome, trace }, times));
    return new Reply(body, { ...notes, messageId: origin.messageId });
  } catch (fault) {
    return new Reply(body, { ...notes, notRecorded: 1, causes: causesOf(fault) });
  }
}

/** A typo in `_replyTo` must not pass silently. */
function refuseUnknownDeliveryFields(request: ExecuteRequest): void {
  for (const name of Object.keys(request)) {
    if (name.startsWith('_') && !isExecuteField(name)) throw refuse('unknownDeliveryField', name);
  }
}

/**
 * Reads the Idempotency-Key's claim and the suppressed ones of the request's addresses, and of the address that a test
 * key redirects to. If a delivery field is invalid, reads no addresses.
 */
function readKnown(
  request: ExecuteRequest,
  { accountId, test }: ApiCaller,
  keyed: KeyedRequest | null,
  { store, suppression }: ExecutePorts,
): Promise<Known> {
  const addresses = suppression && parseDelivery(request).ok ? deliveryAddresses(request) : [];
  if (test?.redirectTo && addresses.length > 0) addresses.push(test.redirectTo);
  return store.readClaimAndSuppressed(accountId, keyed?.keyHash ?? null, addresses);
}

function newIdFor({ test, messageParts }: ApiCaller, ports: ExecutePorts): string {
  const nowMs = ports.epochMs();
  return test ? ports.newTestMessageId(nowMs) : ports.newMessageId(nowMs, messageParts);
}

async function earlierOf(
  { claim }: Known,
  accountId: string,
  keyed: KeyedRequest | null,
  { answers, ports }: { answers: Answers; ports: ExecutePorts },
): Promise<Earlier> {
  if (keyed === null) return { outcome: 'free', takesOver: null, messageId: null };
  const request = { ...keyed, accountId, nowMs: ports.epochMs() };
  return earlierAttempt(claim, request, { write: answers.writeFound, store: ports.store });
}

function repeatedReply({ answer, messageId }: { answer: string; messageId: string }): Reply {
  return new Reply(answer, { outcome: 'repeated', messageId }, { [replayedHeader]: 'true' });
}
