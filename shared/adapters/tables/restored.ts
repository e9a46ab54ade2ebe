import { acceptedMs } from '../../message/message-id.ts';
import type { Table } from './dynamodb.ts';
import { DescribeTableCommand } from './dynamodb-client.ts';

/** Whether a message that is due may have been sent, although its record does not say so. */
export type MayBeSent = (messageId: string) => boolean;

/**
 * Reads whether the table was restored from a backup. A message that was accepted before the backup may have been sent
 * after it, and only an operator may decide to send it.
 */
export async function readMayBeSent({ client, name: TableName }: Table): Promise<MayBeSent> {
  const { Table: table } = await client.send(new DescribeTableCommand({ TableName }));
  // The SDK's client returns a date, the functions' own client DynamoDB's number of seconds.
  const at: unknown = table?.RestoreSummary?.RestoreDateTime;
  const restoredMs = at instanceof Date ? at.getTime() : Number(at ?? 0) * 1000;
  return (messageId) => acceptedMs(messageId) < restoredMs;
}
