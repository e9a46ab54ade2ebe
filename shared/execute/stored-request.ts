import type { LoadedTemplate, LoadTemplate } from '../adapters/tables/template-loader.ts';
import type { DoorName } from '../engine/doors.ts';
import { refuse } from '../engine/errors.ts';
import { type FlowOutcome, unreadableFlow } from '../engine/flow/outcome.ts';
import type { FlowPlan } from '../engine/flow/plan.ts';
import type { FlowRun } from '../engine/flow/run-flow.ts';
import { causesOf } from '../http/log-line.ts';
import type { ApiCaller } from '../http/proxy.ts';
import { WrittenAnswer } from '../http/written-answer.ts';
import { type Earlier, earlierAttempt } from '../message/earlier-attempt.ts';
import { type KeyedRequest, replayedHeader } from '../message/idempotency-key.ts';
import { isMessageId, isTestMessage } from '../message/message-id.ts';
import type { Known, MessageStore } from '../message/message-store.ts';
import { parseDelivery } from '../message/recipients.ts';
import { type Answers, answersTo } from './answers.ts';
import { attachmentEntries } from './attachments/entries.ts';
import { routesOfTestKey, suppressibleAddresses, toItsRecipients } from './delivery-route.ts';
import { followBranch } from './follow-branch.ts';
import { type AnsweredMail, answeringHeaders } from './in-reply-to.ts';
import { inAskedLanguage } from './mail-language.ts';
import type { Origin } from './message-record.ts';
import { otherSender } from './other-sender.ts';
import { pausedTemplate } from './paused-template.ts';
import type { SendContext } from './recorded-send.ts';
import { isRefused, refusedRecord } from './refused-record.ts';
import {
  type FlowRequest,
  type FlowWork,
  runStoredFlow,
  type StoredFlowPorts,
} from './stored-flow.ts';

export interface StoredRequestPorts extends StoredFlowPorts {
  store: MessageStore;
  loadTemplate: LoadTemplate;
  /** Whether suppressed addresses are refused. */
  suppression: boolean;
  /** Makes a message's id. `parts`: over how many partition keys the account's messages are spread. */
  newMessageId: (nowMs: number, parts?: number) => string;
  /** Makes the id of a test key's message. */
  newTestMessageId: (nowMs: number) => string;
  /** A new token that identifies an attempt. */
  newOwner: () => string;
  /** Finds the reply or the message that a mail answers. Null if the account has none, or it cannot be answered. */
  readAnswered?: (accountId: string, id: string) => Promise<AnsweredMail | null>;
  /** How long the record of a refused request is kept, in days; with 0, no record is made. */
  refusedRetentionDays: number;
  /** Milliseconds since 1970. */
  epochMs: () => number;
}

export interface StoredRequest extends FlowRequest {
  templateId: string;
}

/** Who sent a request, and its id and Idempotency-Key. */
export interface RequestInfo {
  caller: ApiCaller;
  requestId: string;
  /** Null if it has no Idempotency-Key. */
  keyed: KeyedRequest | null;
  ignored?: readonly string[] | undefined;
  /** The door by which the request came, and the sender that it names. Absent for `/v1`. */
  door?: { name: DoorName; from: string | undefined } | undefined;
}

/** The one send of a run, and the answer to the run. */
export type RunSend = FlowWork['send'] & {
  answer: (run: FlowRun) => WrittenAnswer | Promise<WrittenAnswer>;
};

export type RequestContext = Omit<SendContext, 'copy'>;

/** Makes the one send of a request, or the outcome of a request that cannot be sent. May throw a refusal. */
export type MakeSend = (
  context: RequestContext,
  template: LoadedTemplate & { plan: FlowPlan },
) => RunSend | { outcome: FlowOutcome };

/**
 * Runs the flow of a stored template of the caller's account, with the send that `makeSend` makes. A request whose
 * Idempotency-Key was answered before gets that answer again.
 */
export async function answerStored(
  given: StoredRequest,
  { caller, requestId, keyed, ignored, door }: RequestInfo,
  makeSend: MakeSend,
  ports: StoredRequestPorts,
): Promise<WrittenAnswer> {
  const { accountId, keyId, test } = caller;
  if (given._attachments) attachmentEntries(given._attachments);
  const [found, known, answering] = await Promise.all([
    ports.loadTemplate(accountId, given.templateId),
    readKnown(given, caller, keyed, ports),
    readAnswering(given, caller, ports),
  ]);
  const request = answering?.ok ? { ...given, _headers: answering.headers } : given;
  const answers = answersTo(request);
  const earlier = await earlierOf(known, accountId, keyed, { answers, ports });
  if (earlier.outcome === 'answered') {
    const { answer, messageId } = earlier;
    return new WrittenAnswer(
      answer,
      { outcome: 'repeated', messageId },
      { [replayedHeader]: 'true' },
    );
  }
  if (found === null) throw refuse('templateNotFound');
  const own = inAskedLanguage(found, request._language);
  const { languages, refused } = own;
  const wanted = { request, asked: own.asked };
  const { template, branch, branchedTo } = await followBranch(own.template, wanted, (other) =>
    ports.loadTemplate(accountId, other),
  );
  const nowMs = ports.epochMs();
  const messageId = test
    ? ports.newTestMessageId(nowMs)
    : ports.newMessageId(nowMs, caller.messageParts);
  const origin = {
    accountId,
    keyId,
    requestId,
    templateId: request.templateId,
    revision: found.revision,
    branchedTo,
    messageId: earlier.messageId ?? messageId,
    owner: ports.newOwner(),
    reference: request._reference,
    language: template.language,
    door: door?.name,
  };
  const { takesOver } = earlier;
  const route = test ? routesOfTestKey(test, known.suppressed) : toItsRecipients;
  const context = { origin, keyed, takesOver, answers, route, headers: request._headers, ignored };
  const { suppressed } = known;
  const problem = answering?.ok === false ? answering : null;
  const work = { request, ignored, template, branch, languages, suppressed, problem };
  const sender = { from: door?.from, templateId: branchedTo?.templateId ?? request.templateId };
  const stopped = template.paused
    ? pausedTemplate(template.paused)
    : (refused ?? otherSender(sender, template.plan));
  const { run, reply } = stopped
    ? notRun(stopped, context)
    : await answeredRun(work, context, makeSend, ports);
  if (!isMeantToSend(request, template.plan)) return reply;
  // A new id, because an earlier attempt's write under its id may still arrive.
  return recordedRefusal(reply, run, { origin: { ...origin, messageId }, request }, ports);
}

interface Answered {
  run: FlowRun;
  reply: WrittenAnswer;
}

/** Runs the flow of a request and answers the run, unless its plan cannot be read or the request cannot be sent. */
async function answeredRun(
  work: Omit<FlowWork, 'send'> & { template: LoadedTemplate },
  context: RequestContext,
  makeSend: MakeSend,
  ports: StoredRequestPorts,
): Promise<Answered> {
  const { plan } = work.template;
  if (plan === null) return notRun(unreadableFlow, context);
  const send = makeSend(context, { ...work.template, plan });
  if ('outcome' in send) return notRun(send.outcome, context);
  const run = await runStoredFlow(plan, { ...work, send }, ports);
  return { run, reply: await send.answer(run) };
}

function notRun(outcome: FlowOutcome, { answers }: RequestContext): Answered {
  const trace: FlowRun['trace'] = [];
  const reply = new WrittenAnswer(answers.write(outcome, trace), { outcome: outcome.type });
  return { run: { outcome, trace }, reply };
}

/** Whether the caller expects a mail. If the flow cannot be read, a recipient means that the caller does. */
function isMeantToSend({ _dryRun, _to }: StoredRequest, plan: FlowPlan | null): boolean {
  if (_dryRun) return false;
  return plan === null ? _to !== undefined : plan.output.type === 'provider';
}

/** Records a request that the flow refused. If the write fails, only the log line tells. */
async function recordedRefusal(
  reply: WrittenAnswer,
  { outcome, trace }: FlowRun,
  { origin, request }: { origin: Origin; request: StoredRequest },
  { store, epochMs, refusedRetentionDays: retentionDays }: StoredRequestPorts,
): Promise<WrittenAnswer> {
  if (!isRefused(outcome) || retentionDays === 0) return reply;
  const { body, notes } = reply;
  const times = { nowMs: epochMs(), retentionDays };
  try {
    await store.writeFailure(refusedRecord(origin, request, { outcome, trace }, times));
    return new WrittenAnswer(body, { ...notes, messageId: origin.messageId });
  } catch (fault) {
    return new WrittenAnswer(body, { ...notes, notRecorded: 1, causes: causesOf(fault) });
  }
}

/** Reads the Idempotency-Key's claim, and which of the request's addresses are suppressed, unless one is invalid. */
function readKnown(
  request: StoredRequest,
  { accountId, test, personKey }: ApiCaller,
  keyed: KeyedRequest | null,
  { store, suppression, newThread }: StoredRequestPorts,
): Promise<Known> {
  const isRead = suppression && parseDelivery(request, newThread).ok;
  const addresses = isRead ? suppressibleAddresses(request, test) : [];
  return store.readClaimAndSuppressed(accountId, keyed?.keyHash ?? null, addresses, { personKey });
}

/** The headers of a request that answers a mail; undefined if it answers none. */
async function readAnswering(
  { _inReplyTo: id, _headers }: StoredRequest,
  { accountId, test }: ApiCaller,
  { readAnswered }: StoredRequestPorts,
) {
  if (!id) return undefined;
  const isOfItsMode = isMessageId(id) && isTestMessage(id) === (test !== undefined);
  const answered = isOfItsMode ? await readAnswered?.(accountId, id) : null;
  return answeringHeaders(_headers, answered ?? null);
}

async function earlierOf(
  { claim }: Known,
  accountId: string,
  keyed: KeyedRequest | null,
  { answers, ports }: { answers: Answers; ports: StoredRequestPorts },
): Promise<Earlier> {
  if (keyed === null) return { outcome: 'free', takesOver: null, messageId: null };
  const request = { ...keyed, accountId, nowMs: ports.epochMs() };
  return earlierAttempt(claim, request, { write: answers.writeFound, store: ports.store });
}
