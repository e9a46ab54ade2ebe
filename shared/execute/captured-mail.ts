import type { MessageRecord } from '../message/message.ts';
import { capturedPrefix } from '../message/message-id.ts';
import { applyReply, type ReplyPorts } from '../reports/apply-reply.ts';
import { applyReport, type ReportPorts } from '../reports/apply-report.ts';
import { repliesToCaptured } from '../reports/simulated-replies.ts';
import { simulatedReports } from '../reports/simulated-reports.ts';
import type { Announcer } from '../webhook/announce.ts';

export function capturedId(messageId: string): string {
  return `${capturedPrefix}${messageId}`;
}

export interface CapturedPorts
  extends Pick<ReportPorts, 'recordEvent'>,
    Pick<ReplyPorts, 'keepReply'> {
  announcer?: Announcer | undefined;
}

/** Records and announces the reports that SES would make about a captured mail, and the simulator's replies to it. */
export async function reportCaptured(
  record: MessageRecord,
  nowMs: number,
  { recordEvent, keepReply, announcer }: CapturedPorts,
): Promise<void> {
  const { accountId, messageId, recipients } = record;
  const addresses = recipients.map(({ address }) => address);
  const reports = simulatedReports(addresses, new Date(nowMs).toISOString());
  const sesMessageId = capturedId(messageId);
  const ports = { recordEvent, suppress: null };
  for (const [index, report] of reports.entries()) {
    const ids = { eventId: `${sesMessageId}-${index + 1}`, sesMessageId };
    await applyReport(report, ids, { accountId, messageId }, ports);
    await announcer?.report({ accountId, messageId }, { ...report, ...ids });
  }
  const sent = { ...record, sesMessageId };
  for (const reply of repliesToCaptured(record, new Date(nowMs).toISOString())) {
    await applyReply(reply, sent, { keepReply, announceReply: announcer?.reply });
  }
}
