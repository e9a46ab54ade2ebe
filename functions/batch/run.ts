import { type Deadline, OutOfTime } from '../../shared/deadline.ts';
import { Refusal, refuse, refuseBecause } from '../../shared/engine/errors.ts';
import { validationFailed } from '../../shared/engine/flow/outcome.ts';
import { maxBatchMessages } from '../../shared/engine/limits.ts';
import { attachmentEntries } from '../../shared/execute/attachments/entries.ts';
import { type ScheduledSendPorts, scheduledSend } from '../../shared/execute/scheduled-send.ts';
import { refuseUnknownFields, sendFieldNames } from '../../shared/execute/send-fields.ts';
import {
  answerStored,
  type MakeSend,
  type StoredRequest,
  type StoredRequestPorts,
} from '../../shared/execute/stored-request.ts';
import { checkContract, givenFields, isJsonObject, typeName } from '../../shared/http/contract.ts';
import { mailDoor, type Received } from '../../shared/http/endpoint.ts';
import { ignoredFields } from '../../shared/http/ignored-fields.ts';
import type { LogEnd } from '../../shared/http/log-line.ts';
import { causesOf } from '../../shared/http/log-line.ts';
import type { ApiCaller, DoorCall } from '../../shared/http/proxy.ts';
import { WrittenAnswer } from '../../shared/http/written-answer.ts';
import { mayUseTemplate } from '../../shared/keys/scopes.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import {
  checkIdempotencyKey,
  idempotencyHeader,
  keyedRequest,
} from '../../shared/message/idempotency-key.ts';
import { checkBeside, withDefaults } from './beside.ts';
import { type BatchEntry, type BatchRequest, batchMessage, ownFields } from './contract.ts';

export interface BatchPorts extends StoredRequestPorts, ScheduledSendPorts {
  /** The time by which a message must be judged. */
  deadline: Pick<Deadline, 'leftMs'>;
}

/** How many messages are worked on at a time: enough for 100 slow look-ups of domains to end in time. */
const atATime = 25;

/** Accepts each message as a scheduled send, or refuses it, in order. Throws only refusals of the whole batch. */
export async function batch(
  { messages }: BatchRequest,
  caller: ApiCaller,
  { requestId, body, header, door }: Received,
  ports: BatchPorts,
): Promise<WrittenAnswer> {
  if (messages.length === 0) throw refuse('emptyList', 'messages');
  if (messages.length > maxBatchMessages)
    throw refuse('tooManyEntries', 'messages', maxBatchMessages);
  const { messages: _, ...beside } = body;
  checkBeside(beside, messages.length);
  const defaults = givenFields(beside);
  refuseUnknownFields(defaults, sendFieldNames);
  for (const field of ownFields)
    if (Object.hasOwn(defaults, field)) throw refuse('notADefault', field);
  if (Array.isArray(defaults._attachments)) attachmentEntries(defaults._attachments);
  const key = checkIdempotencyKey(header(idempotencyHeader));
  const context = { defaults, key, caller, requestId, door };
  const shared = {
    ...ports,
    // All messages of a batch use the same revision of a template.
    loadTemplate: oncePer((_accountId, templateId) => templateId, ports.loadTemplate),
    // The messages of a batch may share their files.
    objects: ports.objects && {
      ...ports.objects,
      head: oncePer(({ bucket, key }) => `${bucket}/${key}`, ports.objects.head),
    },
  };
  const judgeAll = (dryRun: boolean) =>
    inParallel(
      [...messages.entries()],
      ([place, message]) => judge(message, place, { ...context, dryRun }, shared),
      atATime,
    );
  if (door?.strict) {
    const tried = await judgeAll(true);
    if (tried.some(({ entry }) => !entry.success)) return replyOf(tried);
  }
  return replyOf(await judgeAll(false));
}

interface BatchContext {
  defaults: Record<string, unknown>;
  key: string | null;
  caller: ApiCaller;
  requestId: string;
  door: DoorCall | undefined;
  /** Judges the message, and accepts and records nothing. */
  dryRun: boolean;
}

interface Judged {
  entry: BatchEntry | Good;
  notes: LogEnd;
}

/** Accepts or refuses one message. It never throws. */
async function judge(
  message: unknown,
  place: number,
  { defaults, key, caller, requestId, door, dryRun }: BatchContext,
  ports: BatchPorts,
): Promise<Judged> {
  try {
    if (ports.deadline.leftMs() <= 0) throw new OutOfTime();
    if (!isJsonObject(message)) {
      throw refuse('wrongType', `messages[${place}]`, 'an object', typeName(message));
    }
    const merged = withDefaults(defaults, message);
    const request = checkContract(batchMessage, merged);
    refuseUnknownFields(merged, sendFieldNames);
    const { templateId } = request;
    if (!mayUseTemplate(caller, 'execute', templateId))
      throw refuse('templateForbidden', templateId);
    const keyed = keyedRequest(key, merged, { isTest: caller.test !== undefined, place });
    const ignored = ignoredFields(merged, sendFieldNames);
    const asked = { caller, requestId, keyed, ignored, door: mailDoor(door, place) };
    const makeSend = sendOf(request, caller, ports);
    const stored = dryRun ? { ...request, _dryRun: true } : request;
    const { body, notes } = await answerStored(stored, asked, makeSend, ports);
    const entry = JSON.parse(body);
    if (dryRun && entry.success)
      return { entry: { success: true, type: 'good' }, notes: { ignored } };
    if (notes.messageId !== undefined) entry.id = notes.messageId;
    return { entry, notes: { ...notes, ignored } };
  } catch (error) {
    const refusal = refusalOf(error);
    const { status, message: sentence } = refusal;
    const notes = status < 500 ? {} : { causes: causesOf(refusal) };
    return { entry: { success: false, type: 'refused', status, error: sentence }, notes };
  }
}

/** A message of a strict batch that would be accepted, but another one was refused: it has no id. */
interface Good {
  success: true;
  type: 'good';
}

/** The send of a message: at its `_sendAt`, or now. */
function sendOf(
  request: StoredRequest & { _sendAt?: string | undefined },
  { test, personKey }: ApiCaller,
  ports: BatchPorts,
): MakeSend {
  return (context, { plan }) => {
    if (plan.output.type !== 'provider') throw refuse('flowDoesNotSend', request.templateId);
    const now = new Date(ports.epochMs()).toISOString();
    const { _sendAt = now, _attachments = [] } = request;
    const isNow = request._sendAt === undefined;
    const tooLarge = isNow && _attachments.length > 0 ? tooLargeForBatch : undefined;
    const scheduling = { plan, test, forgets: personKey !== undefined, tooLarge };
    const scheduled = { ...request, _sendAt, _headers: context.headers };
    return scheduledSend(scheduled, scheduling, context, ports);
  };
}

const tooLargeForBatch = validationFailed(
  '_attachments',
  '_attachments is too large for a batch, 380 KB compressed at most: give the files by reference, with s3',
);

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return refuseBecause(error, error instanceof OutOfTime ? 'outOfTime' : 'internal');
}

/** The same call, made once per name for all messages of a batch. A call that failed is made again. */
function oncePer<A extends unknown[], R>(
  nameOf: (...asked: A) => string,
  call: (...asked: A) => Promise<R>,
): (...asked: A) => Promise<R> {
  const made = new Map<string, Promise<R>>();
  return (...asked) => {
    const name = nameOf(...asked);
    const known = made.get(name);
    if (known !== undefined) return known;
    const started = call(...asked);
    made.set(name, started);
    started.catch(() => made.delete(name));
    return started;
  };
}

function replyOf(judged: readonly Judged[]): WrittenAnswer {
  const answer = { messages: judged.map(({ entry }) => entry) };
  const counted = answer.messages.filter(({ success, type }) => success && type !== 'good');
  const accepted = counted.length;
  const some = accepted === 0 ? 'refused' : 'partly';
  const ignored = [...new Set(judged.flatMap(({ notes }) => notes.ignored ?? []))];
  const causes = judged.find(({ notes }) => notes.causes)?.notes.causes;
  return WrittenAnswer.of(answer, {
    outcome: accepted === judged.length ? 'scheduled' : some,
    messages: judged.length,
    accepted,
    notRecorded: judged.some(({ notes }) => notes.notRecorded) ? 1 : undefined,
    ignored: ignored.length > 0 ? ignored : undefined,
    causes,
  });
}
