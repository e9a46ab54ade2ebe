import type * as z from 'zod/mini';
import { runSend } from '../../../shared/deadline.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import {
  type ExplainedMessage,
  isPlaceIn,
  listMessages,
  type MessageSummary as ManagedSummary,
  openCopy,
  toSummary,
} from '../../../shared/manage/messages/messages.ts';
import { cancelMessage, sendNow } from '../../../shared/manage/messages/scheduled-messages.ts';
import { sendAgain } from '../../../shared/manage/messages/send-again.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { replayedHeader } from '../../../shared/message/idempotency-key.ts';
import { dashboardKeyId } from '../../../shared/message/message.ts';
import type { KeptCopy } from '../../../shared/message/message-copy.ts';
import { acceptedMs, isCaptured, isTestMessage } from '../../../shared/message/message-id.ts';
import { suppressionAddress } from '../../../shared/message/suppression.ts';
import { maskedSentence } from '../../../shared/people/mask.ts';
import { traceStep } from '../contracts/flow.ts';
import {
  keptMail,
  type Message,
  type MessageCopy,
  type MessagePage,
  type MessageSummary,
  message,
  messageQuery,
  sendNowRequest,
  type sentAgain,
} from '../contracts/messages.ts';
import type { DashboardPorts } from '../ports.ts';
import { ProblemError } from '../problems.ts';
import { idempotencyKeyOf, type ManageRequest } from '../request.ts';
import {
  defaultLimit,
  fieldsOf,
  ok,
  placeOf,
  type Route,
  type RouteAnswer,
  route,
  timeOf,
  toPage,
} from '../route.ts';

/** `/messages`, `/messages/{id}`, and below it `copy`, `send`, `send-again` and `cancel` */
export const messageRoutes = ({ manage, scheduled, again }: DashboardPorts): Route[] => [
  route('GET', '/messages', async (request) => {
    const { limit = defaultLimit, cursor, ...asked } = request.query(messageQuery);
    const { state, to, domain, node, reference, search: text } = asked;
    const { template: templateId, key: keyId, door } = asked;
    if (to !== undefined) request.need('personal');
    const masked = !request.may('personal');
    const found = await listMessages(manage, request.accountId, {
      ...{ state, to, domain, node, reference, text, templateId, keyId, door, masked },
      test: asked.test === 'true',
      since: timeOf('since', asked.since),
      until: timeOf('until', asked.until),
      cursor: placeOf(cursor, isPlaceIn(state)),
      limit,
    });
    const { looked, exact, messages, nextCursor } = found;
    const back =
      nextCursor === null || state === 'SCHEDULED'
        ? null
        : new Date(acceptedMs(nextCursor)).toISOString();
    const page = { ...toPage(messages.map(shownSummary), nextCursor), looked, back };
    return ok({ ...page, exact, ...(masked && { masked }) } satisfies MessagePage);
  }),
  route('GET', '/messages/:id', async (request) => {
    return messageAnswer(manage, request, request.part('id'));
  }),
  route('GET', '/messages/:id/copy', async (request) => {
    const copy = await openCopy(request.as(manage), request.accountId, request.part('id'));
    return ok({ copy: copy && shownCopy(copy) });
  }),
  route('POST', '/messages/:id/send', async (request) => {
    const { newest } = request.body(sendNowRequest);
    const options = { newest: newest ?? false };
    const messageId = await sendNow(
      request.as(scheduled),
      request.accountId,
      request.part('id'),
      options,
    );
    return messageAnswer(manage, request, messageId);
  }),
  route('POST', '/messages/:id/send-again', async (request) => {
    const { accountId, requestId } = request;
    const idempotencyKey = idempotencyKeyOf(request);
    const wanted = { accountId, requestId, idempotencyKey, id: request.part('id') };
    const { messageId, error, repeated } = await runSend(() =>
      sendAgain(wanted, request.as(again)),
    ).catch((thrown) => {
      throw toldError(request, thrown);
    });
    if (error !== null) throw new ProblemError('send_failed', { detail: told(request, error) });
    const body: z.output<typeof sentAgain> = { messageId };
    return repeated ? ok(body, { [replayedHeader]: 'true' }) : { ...ok(body), sent: { messageId } };
  }),
  route('POST', '/messages/:id/cancel', async (request) => {
    const messageId = await cancelMessage(
      request.as(scheduled),
      request.accountId,
      request.part('id'),
    );
    return messageAnswer(manage, request, messageId);
  }),
];

async function messageAnswer(
  manage: DashboardPorts['manage'],
  request: ManageRequest,
  id: string,
): Promise<RouteAnswer> {
  const masked = !request.may('personal');
  const found = await showWithDeliveries(manage, request.accountId, id, { masked });
  const shown = shownMessage(found, manage.now().getTime());
  return ok({ ...shown, ...(masked && { masked }) } satisfies Message);
}

/** A sentence of SES or postrider that may name a recipient. */
const told = (request: ManageRequest, sentence: string) =>
  request.may('personal') ? sentence : maskedSentence(sentence);

function toldError(request: ManageRequest, thrown: unknown): unknown {
  return thrown instanceof ManageError && thrown.code === 'invalid'
    ? new ManageError(told(request, thrown.message))
    : thrown;
}

function shownCopy({ bodies: mail, expiresAt, ...copy }: KeptCopy): MessageCopy {
  const keptUntil = new Date(expiresAt * 1000).toISOString();
  return fieldsOf(keptMail, { ...copy, mail, keptUntil });
}

function shownSummary({ messageId: id, ...summary }: ManagedSummary): MessageSummary {
  const { templateId, revision, to, subject, state, error, createdAt, sendAt } = summary;
  const keyId = summary.keyId === dashboardKeyId ? null : summary.keyId;
  const { language = null, attachments, door } = summary;
  return {
    ...{ id, templateId, revision, to, subject, state, keyId, error, createdAt, sendAt, language },
    ...(isTestMessage(id) && { test: isCaptured(summary) ? 'captured' : 'key' }),
    attachments: attachments && [...attachments],
    door,
  };
}

function shownMessage(
  { record, suppressed, explanation }: ExplainedMessage,
  nowMs: number,
): Message {
  const addresses = new Set(suppressed.map(({ address }) => address));
  const { requestId, sesMessageId, reference = null, againOf = null, settledAt } = record;
  const { field = null } = record;
  return {
    ...shownSummary(toSummary(record, nowMs)),
    state: explanation.state,
    requestId,
    sesMessageId,
    reference,
    againOf,
    field,
    settledAt,
    recipients: record.recipients.map(({ address, field, state, at, reason }) => ({
      address,
      field,
      state,
      at,
      reason,
      suppressed: addresses.has(suppressionAddress(address)),
    })),
    events: fieldsOf(message.shape.events, explanation.timeline),
    trace: record.trace.flatMap((step) => traceStep.safeParse(step).data ?? []),
    summary: explanation.summary,
    findings: fieldsOf(message.shape.findings, explanation.findings),
  };
}
