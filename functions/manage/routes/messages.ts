import { showCopy } from '../../../shared/manage/messages/message-copies.ts';
import {
  type ExplainedMessage,
  listMessages,
  type MessageSummary as ManagedSummary,
  showMessage,
  toSummary,
} from '../../../shared/manage/messages/messages.ts';
import { dashboardKeyId } from '../../../shared/message/message.ts';
import type { KeptCopy } from '../../../shared/message/message-copy.ts';
import { isMessageId } from '../../../shared/message/message-id.ts';
import { suppressionAddress } from '../../../shared/message/suppression.ts';
import { traceStep } from '../contracts/flow.ts';
import {
  type Message,
  type MessageCopy,
  type MessageSummary,
  messageQuery,
} from '../contracts/messages.ts';
import { defaultLimit, placeOf, toPage } from '../page-cursor.ts';
import type { DashboardPorts } from '../ports.ts';
import { invalid } from '../problems.ts';
import { queryPlace } from '../request.ts';
import { type Route, route } from '../route.ts';

/** `/messages`, `/messages/{id}` and `/messages/{id}/copy` */
export const messageRoutes = ({ manage }: DashboardPorts): Route[] => [
  route('GET', '/messages', async (request) => {
    const { limit = defaultLimit, cursor, state, to, since, test } = request.query(messageQuery);
    const search = {
      state,
      to,
      test: test === 'true',
      since: since === undefined ? undefined : timeOf(since),
      cursor: placeOf(cursor, isMessageId),
      limit,
    };
    const found = await listMessages(manage, request.caller.accountId, search);
    return { status: 200, body: toPage(found.messages.map(shownSummary), found.nextCursor) };
  }),
  route('GET', '/messages/:id', async (request) => {
    const found = await showMessage(manage, request.caller.accountId, request.part('id'));
    return { status: 200, body: shownMessage(found, manage.now().getTime()) };
  }),
  route('GET', '/messages/:id/copy', async (request) => {
    const copy = await showCopy(manage, request.caller.accountId, request.part('id'));
    return { status: 200, body: { copy: copy && shownCopy(copy) } };
  }),
];

function shownCopy({ variables, bodies: mail, expiresAt }: KeptCopy): MessageCopy {
  return { variables, mail, keptUntil: new Date(expiresAt * 1000).toISOString() };
}

/** RFC 3339, or only a date. Whether `Date` accepts any other text depends on the JavaScript engine. */
const iso = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

function timeOf(text: string): Date {
  const time = new Date(iso.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time;
  const detail = 'since must be a time in ISO 8601, such as 2026-01-31T09:30:00Z';
  throw invalid({ pointer: `${queryPlace}/since`, detail });
}

function shownSummary({ messageId: id, ...summary }: ManagedSummary): MessageSummary {
  const { templateId, revision, to, subject, state, error, createdAt } = summary;
  const keyId = summary.keyId === dashboardKeyId ? null : summary.keyId;
  return { id, templateId, revision, to, subject, state, keyId, error, createdAt };
}

function shownMessage(
  { record, suppressed, explanation }: ExplainedMessage,
  nowMs: number,
): Message {
  const addresses = new Set(suppressed.map(({ address }) => address));
  const { requestId, sesMessageId, reference = null, settledAt } = record;
  return {
    ...shownSummary(toSummary(record, nowMs)),
    state: explanation.state,
    requestId,
    sesMessageId,
    reference,
    settledAt,
    recipients: record.recipients.map(({ address, field, state, at, reason }) => ({
      address,
      field,
      state,
      at,
      reason,
      suppressed: addresses.has(suppressionAddress(address)),
    })),
    events: explanation.timeline,
    trace: record.trace.flatMap((step) => traceStep.safeParse(step).data ?? []),
    summary: explanation.summary,
    findings: explanation.findings.map(({ addresses, state, meaning, todo, page }) => ({
      addresses,
      state,
      meaning,
      todo,
      page,
    })),
  };
}
