import { PutItemCommand } from '../../../../shared/adapters/tables/dynamodb-client.ts';
import { toMessageItem } from '../../../../shared/adapters/tables/message-item.ts';
import type { MessageRecord } from '../../../../shared/message/message.ts';
import { messageRecord } from '../../../shared/manage/message-records.ts';
import type { CommandLine } from '../../command-line.ts';

/** When the record of a message ends, in seconds: the CLI's clock is the real one. */
export const expiresAt = Date.parse('2999-01-01T00:00:00Z') / 1000;

/** Records a message, by default one that SES has accepted. */
export async function recordMessage(
  { ports }: Pick<CommandLine, 'ports'>,
  changes: Partial<MessageRecord>,
): Promise<MessageRecord> {
  const record = messageRecord({ expiresAt, ...changes });
  const { client, name: TableName } = ports.messages;
  await client.send(new PutItemCommand({ TableName, Item: toMessageItem(record) }));
  return record;
}
