import { ulid } from 'ulid';
import { execute } from '../../../functions/execute/run.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { keepPending } from '../../../shared/adapters/tables/pending-table.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { runCheck } from '../../../shared/engine/flow/checks.ts';
import type { LogEnd } from '../../../shared/http/log-line.ts';
import type { ApiCaller } from '../../../shared/http/proxy.ts';
import { testPart } from '../../../shared/message/message-id.ts';
import { answerLost, type SendOutcome } from '../../../shared/message/send-outcome.ts';
import { applyReport } from '../../../shared/reports/apply-report.ts';
import type { Report } from '../../../shared/reports/report.ts';
import type { MailsInMemory } from './mails-in-memory.ts';
import { dayMs, type End, type Planned } from './plan.ts';
import { Seeded } from './seeded.ts';
import { testData } from './shop-templates.ts';

export interface SendingTables {
  templates: Table;
  messages: Table;
}

/** The ids of the keys that send the mails. */
export interface SendingKeys {
  live: readonly [string, ...string[]];
  captured: string;
  redirected: string;
}

/** How long the records are kept, in days: longer than by default, so that all days of the data have theirs. */
export const keptDays = 90;

const qa = 'qa@northwind.example';

/** Sends the planned mails, as `execute` does it, at their times, to an SES that is not there; `mails` keeps them. */
export async function sendMails(
  planned: readonly Planned[],
  accountId: string,
  keys: SendingKeys,
  mails: MailsInMemory,
  { templates, messages }: SendingTables,
): Promise<void> {
  const loadTemplate = templateLoader(templates);
  const random = new Seeded(34);
  for (const [index, mail] of planned.entries()) {
    const { atMs, end, templateId, to, name, language } = mail;
    const messageId = ulid(atMs, random.next);
    const order = String(10_000 + index);
    const sesMessageId = `0100019a-${messageId.toLowerCase()}-000000`;
    let clockMs = atMs;
    const tick = () => (clockMs += 20 + random.below(40));
    const body = {
      templateId,
      variables: end === 'incomplete' ? { name } : { ...testData, name, order },
      _to: to,
      _language: language,
      _reference: `order-${order}`,
      ...(isScheduled(end) && { _sendAt: sendAtOf(mail, index) }),
    };
    const received = {
      ...{ requestId: `demo-${messageId}`, body, header: () => undefined },
      door: index % 6 === 0 ? ({ name: index % 4 === 0 ? 'smtp' : 'resend' } as const) : undefined,
    };
    const caller = callerOf(end, accountId, keys, random);
    const { notes } = await execute(body, caller, received, {
      store: mails.store,
      loadTemplate,
      suppression: true,
      runCheck,
      senderProblem: () => null,
      lookupDomain: async () => ({
        domain: end !== 'unreachable',
        mxRecords: end !== 'unreachable',
      }),
      sendMail: async () => outcomeOf(end, sesMessageId),
      newMessageId: () => messageId,
      newTestMessageId: () => `${messageId}${testPart}`,
      newOwner: () => `demo-${messageId}`,
      retentionDays: keptDays,
      refusedRetentionDays: keptDays,
      deadline: { leftMs: () => dayMs },
      later: async () => undefined,
      keepPending: keepPending.bind(null, messages),
      epochMs: tick,
      now: tick,
    });
    mails.logLines.push(logLine({ caller, templateId, atMs }, notes));
    const scheduled = mails.records.get(messageId);
    if (end === 'cancelled' && scheduled) mails.cancelled.push(scheduled);
    const place = {
      accountId,
      messageId: end === 'redirected' ? `${messageId}${testPart}` : messageId,
    };
    const ports = { recordEvent: mails.store.recordEvent, suppress: mails.suppress };
    for (const [at, report] of reportsOf(end, end === 'redirected' ? qa : to, clockMs).entries()) {
      await applyReport(report, { eventId: `${messageId}-${at + 1}`, sesMessageId }, place, ports);
    }
  }
}

function logLine(
  { caller, templateId, atMs }: Pick<Planned, 'templateId' | 'atMs'> & { caller: ApiCaller },
  { outcome = 'ok', messageId }: LogEnd,
): string {
  const { accountId, keyId, test } = caller;
  const of = { accountId, keyId, test: test && true, templateId, messageId };
  const request = { level: 'info', endpoint: 'execute', ...of, status: 200, outcome };
  return JSON.stringify({ ...request, _aws: { Timestamp: atMs } });
}

const isScheduled = (end: End) => end === 'scheduled' || end === 'cancelled';

/** From an hour to nine days ahead. */
function sendAtOf({ atMs, end }: Planned, index: number): string {
  const aheadMs = end === 'cancelled' ? 2 * dayMs : dayMs + (index % 8) * dayMs + dayMs / 24;
  return new Date(atMs + aheadMs).toISOString();
}

function callerOf(end: End, accountId: string, keys: SendingKeys, random: Seeded): ApiCaller {
  if (end === 'captured') return { accountId, keyId: keys.captured, test: {} };
  if (end === 'redirected') return { accountId, keyId: keys.redirected, test: { redirectTo: qa } };
  return { accountId, keyId: random.pick(keys.live) };
}

function outcomeOf(end: End, messageId: string): SendOutcome {
  if (end === 'unknown') return { outcome: 'unknown', error: answerLost };
  if (end !== 'failed') return { outcome: 'sent', messageId };
  return { outcome: 'refused', error: 'Maximum sending rate exceeded.', isTemporary: true };
}

type Reported = Omit<Report, 'at' | 'recipients'> & { afterMs: number; reason: string | null };

const plain = { category: null, reason: null, suppression: null };
const delivered: Reported = { ...plain, state: 'DELIVERED', afterMs: 1800 };
const delayed: Reported = {
  ...{ state: 'DELAYED', category: 'MailboxFull', suppression: null, afterMs: 60_000 },
  reason: 'smtp; 452 4.2.2 mailbox full',
};

/** What SES reports of a mail. */
const reports: Partial<Record<End, readonly Reported[]>> = {
  delivered: [delivered],
  redirected: [delivered],
  delayed: [delayed],
  rejected: [{ ...plain, state: 'REJECTED', reason: 'Bad content', afterMs: 400 }],
  complaint: [
    delivered,
    {
      ...{ state: 'COMPLAINED', category: 'abuse', suppression: 'complaint', reason: null },
      afterMs: 5_400_000,
    },
  ],
  soft: [
    {
      ...{ state: 'BOUNCED', category: 'Transient/MailboxFull', suppression: null, afterMs: 3000 },
      reason: 'smtp; 552 5.2.2 mailbox full',
    },
  ],
  hard: [
    {
      ...{ state: 'BOUNCED', category: 'Permanent/General', suppression: 'bounce', afterMs: 2500 },
      reason: 'smtp; 550 5.1.1 user unknown',
    },
  ],
};

function reportsOf(end: End, address: string, sentMs: number): Report[] {
  return (reports[end] ?? []).map(({ afterMs, reason, ...report }) => ({
    ...report,
    at: new Date(sentMs + afterMs).toISOString(),
    recipients: [{ address, reason }],
  }));
}
