import { readCopy } from '../../shared/adapters/tables/copies-table.ts';
import type { Table } from '../../shared/adapters/tables/dynamodb.ts';
import { readClaimAndSuppressed } from '../../shared/adapters/tables/messages-table.ts';
import { readReports } from '../../shared/adapters/tables/messages-table-reports.ts';
import { readReplies } from '../../shared/adapters/tables/replies-table.ts';
import { explainMessage } from '../../shared/manage/messages/explain-message.ts';
import type {
  MessageRecord,
  ReportedMessage,
  ReportedRecipient,
} from '../../shared/message/message.ts';
import type { MessageCopy } from '../../shared/message/message-copy.ts';
import { messageIdHeaderOf } from '../../shared/message/message-id-header.ts';
import { shownReply } from '../../shared/message/reply.ts';
import { recordedErrorForCaller } from '../../shared/message/send-outcome.ts';
import { type Suppression, suppressionAddress } from '../../shared/message/suppression.ts';
import type { Message, MessageContent } from './contract.ts';

export interface Reading {
  messages: Table;
  nowMs: number;
  /** Whether the caller may read the contents of the mail: only a test key may. */
  withContent: boolean;
}

/** A message as callers see it, with its reports and, for a test key, its content. */
export async function toMessage(record: MessageRecord, reading: Reading): Promise<Message> {
  const { messages, nowMs, withContent } = reading;
  const [message, copy, replies] = await Promise.all([
    readReports(messages, record),
    withContent ? readCopy(messages, record, nowMs) : null,
    record.replyTo === undefined ? undefined : readReplies(messages, record),
  ]);
  const suppressed = await suppressedBy(message, messages);
  const { state, summary, findings } = explainMessage(message, { nowMs, suppressed });
  const error = errorOf(message);
  const meanings = findings.filter((finding) => finding.state === state);
  return {
    id: message.messageId,
    messageId: message.sesMessageId,
    messageIdHeader: messageIdHeaderOf(message.sesMessageId),
    reference: message.reference ?? null,
    templateId: message.templateId,
    revision: message.revision,
    branchedTo: message.branchedTo,
    language: message.language ?? null,
    state,
    createdAt: message.createdAt,
    sendAt: message.sendAt ?? null,
    recipients: message.recipients.map(({ address, field, ...report }) => ({
      ...{ address, field, state: report.state, at: report.at, reason: report.reason },
      suppressed: suppressed.some((each) => each.address === suppressionAddress(address)),
    })),
    why: [summary, ...meanings.map(({ meaning }) => meaning)].join(' '),
    error,
    field: message.field,
    attachments: message.attachments,
    replyTo: message.replyTo,
    replies: replies?.map((reply) => {
      const shown = shownReply(reply);
      return withContent ? shown : { ...shown, text: null };
    }),
    content: copy && (await contentOf(copy)),
  };
}

/** The error that the caller got, not SES's own words; for a scheduled message, why it was not or perhaps sent. */
function errorOf({ state, answer, error, sendAt }: ReportedMessage): string | undefined {
  if (answer !== null && sendAt === undefined) {
    const told: { error?: string } = JSON.parse(answer);
    return told.error;
  }
  if (error === null || state === 'REFUSED') return error ?? undefined;
  return state === 'FAILED' || state === 'UNKNOWN' ? recordedErrorForCaller(error) : undefined;
}

async function suppressedBy(
  { accountId, messageId, recipients }: ReportedMessage,
  messages: Table,
): Promise<Suppression[]> {
  const addresses = recipients.filter(maySuppress).map(({ address }) => address);
  const { suppressed } = await readClaimAndSuppressed(messages, accountId, null, addresses);
  return suppressed.filter((suppression) => suppression.messageId === messageId);
}

const maySuppress = ({ state }: ReportedRecipient) => state === 'BOUNCED' || state === 'COMPLAINED';

async function contentOf({
  variables,
  bodies,
  headers,
  attachments,
}: MessageCopy): Promise<MessageContent> {
  const { subject = null, html = null, text = null } = bodies ?? {};
  const links = html === null ? [] : await linksIn(html);
  return { subject, html, text, variables, links, headers, attachments };
}

async function linksIn(html: string): Promise<string[]> {
  const { linksInHtml } = await import('../../shared/engine/render/links-in-html.ts');
  return linksInHtml(html);
}
