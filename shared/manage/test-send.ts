import * as z from 'zod/mini';
import { readForgottenKey } from '../adapters/tables/account-people.ts';
import type { Table } from '../adapters/tables/dynamodb.ts';
import { readHeadOrTombstone } from '../adapters/tables/templates-table.ts';
import type { Trail } from '../adapters/tables/trail-table.ts';
import { refuse } from '../engine/errors.ts';
import { answersTo, sendAnswer } from '../execute/answers.ts';
import { toItsRecipients } from '../execute/delivery-route.ts';
import { RecordedSend, type RecordedSendPorts } from '../execute/recorded-send.ts';
import { earlierAttempt } from '../message/earlier-attempt.ts';
import { type KeyedRequest, readIdempotencyKey } from '../message/idempotency-key.ts';
import { dashboardKeyId } from '../message/message.ts';
import { deliveryAddresses } from '../message/suppression.ts';
import {
  allPartsOf,
  type TemplateDraft,
  withoutEmptyDraftParts,
} from './templates/template-source.ts';
import { showTemplate } from './templates/templates.ts';
import { type TestFile, type TestMailSettings, testMail } from './test-mail.ts';
import { note } from './trail/recorded.ts';

export interface TestSendPorts extends RecordedSendPorts, TestMailSettings {
  templates: Table;
  accounts: Table;
  suppression: boolean;
  /** Test mails are in the account's first part: there are few. */
  newMessageId: (nowMs: number) => string;
  newOwner: () => string;
  trail: Trail;
  now: () => Date;
}

export interface TestRequest {
  accountId: string;
  templateId: string;
  requestId: string;
  to: string;
  data: Record<string, unknown>;
  /** Null sends the stored template. */
  draft: TemplateDraft | null;
  attachments: readonly TestFile[];
  idempotencyKey: string;
}

export interface TestOutcome {
  /** Our id, not SES's. */
  messageId: string;
  /** Why the mail was not sent, or that its answer was lost; null if it was sent. */
  error: string | null;
  /** Whether this is the answer to an earlier request with the same key. */
  repeated: boolean;
}

/**
 * Sends one mail to one address, recorded like every other, once for each Idempotency-Key.
 *
 * @throws {ManageError} with every problem of the test mail
 * @throws {Refusal} `templateNotFound`, `badIdempotencyKey`, `idempotencyKeyReused`, `idempotencyKeyRunning`,
 * `wrongType`, `overLimit`
 */
export async function sendTest(request: TestRequest, ports: TestSendPorts): Promise<TestOutcome> {
  const { accountId, templateId, to, idempotencyKey, data, attachments } = request;
  const keyed = keyedRequest(request, idempotencyKey);
  const addresses = ports.suppression ? deliveryAddresses({ _to: to }) : [];
  const personKey = await readForgottenKey(ports.accounts, accountId);
  const [head, known] = await Promise.all([
    readHeadOrTombstone(ports.templates, accountId, templateId),
    ports.store.readClaimAndSuppressed(accountId, keyed.keyHash, addresses, { personKey }),
  ]);
  const answers = answersTo({});
  const asked = { ...keyed, accountId, nowMs: ports.epochMs() };
  const writing = { write: answers.writeFound, store: ports.store };
  const earlier = await earlierAttempt(known.claim, asked, writing);
  if (earlier.outcome === 'answered') {
    return { ...toOutcome(earlier.answer, earlier.messageId), repeated: true };
  }
  // The draft of a template that was never published can be sent.
  const isGone = head === null || (head.deletedAt !== undefined && !(request.draft && head.draft));
  if (isGone || head.kind === 'partial') throw refuse('templateNotFound');
  const draft = request.draft ?? (await servedContent(ports, accountId, templateId));
  const { suppressed } = known;
  const mail = await testMail({ accountId, draft, to, data, attachments, suppressed }, ports);
  const origin = {
    accountId,
    keyId: dashboardKeyId,
    requestId: request.requestId,
    templateId,
    revision: head.revision,
    messageId: earlier.messageId ?? ports.newMessageId(ports.epochMs()),
    owner: ports.newOwner(),
    language: draft.language,
  };
  const { takesOver } = earlier;
  const context = { origin, keyed, takesOver, answers, route: toItsRecipients, copy: null };
  const files = attachments.length;
  await note(ports, accountId, 'test.sent', `template:${templateId}`, {
    ...{ revision: [null, head.revision], messageId: origin.messageId, files },
  });
  const send = new RecordedSend(context, ports);
  const sent = await send.send(mail, []);
  const { body } = await send.answer({ outcome: sendAnswer(sent), trace: [] });
  return { ...toOutcome(body, origin.messageId), repeated: false };
}

/** Any other field under the same key is another request. */
function keyedRequest(
  { templateId, to, data, draft, attachments }: TestRequest,
  idempotencyKey: string,
): KeyedRequest {
  const keyed = readIdempotencyKey(idempotencyKey, { templateId, to, data, draft, attachments });
  if (keyed === null) throw new Error('A test mail has no Idempotency-Key');
  return keyed;
}

/** The content that is served, in the template's own language. */
async function servedContent(
  ports: Pick<TestSendPorts, 'templates'>,
  accountId: string,
  templateId: string,
): Promise<TemplateDraft> {
  const { source } = await showTemplate(ports, accountId, templateId);
  return { templateId, ...withoutEmptyDraftParts(allPartsOf(source)) };
}

/** The answer that is kept with the record, as execute writes it. */
const keptAnswer = z.object({ type: z.string(), error: z.optional(z.string()) });

/** What a written answer says of its one mail. */
export function toOutcome(answer: string, messageId: string): Omit<TestOutcome, 'repeated'> {
  const { type, error } = keptAnswer.parse(JSON.parse(answer));
  return { messageId, error: type === 'sent' ? null : (error ?? 'The mail was not accepted') };
}
