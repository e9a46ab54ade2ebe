import type { MessageRecord } from '../message/message.ts';
import { capturedPrefix } from '../message/message-id.ts';
import type { MessagePlace } from '../message/message-store.ts';
import { applyReport, type ReportPorts } from '../reports/apply-report.ts';
import { simulatedReports } from '../reports/simulated-reports.ts';
import type { Announcer } from '../webhook/announce.ts';

export function capturedId(messageId: string): string {
  return `${capturedPrefix}${messageId}`;
}

export interface CapturedPorts extends Pick<ReportPorts, 'recordEvent'> {
  announcer?: Announcer | undefined;
}

/**
 * Records and announces the reports that SES would make about a captured mail. Throws faults of the table and queue.
 */
export async function reportCaptured(
  { accountId, messageId, recipients }: MessagePlace & Pick<MessageRecord, 'recipients'>,
  nowMs: number,
  { recordEvent, announcer }: CapturedPorts,
): Promise<void> {
  const addresses = recipients.map(({ address }) => address);
  const reports = simulatedReports(addresses, new Date(nowMs).toISOString());
  const sesMessageId = capturedId(messageId);
  const ports = { recordEvent, suppress: null };
  for (const [index, report] of reports.entries()) {
    const ids = { eventId: `${sesMessageId}-${index + 1}`, sesMessageId };
    await applyReport(report, ids, { accountId, messageId }, ports);
    await announcer?.report({ accountId, messageId }, { ...report, ...ids });
  }
}
