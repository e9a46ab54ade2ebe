import { UpdateItemCommand } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { messageItemKey } from '../../../shared/adapters/tables/message-item.ts';
import { claimItemKey } from '../../../shared/adapters/tables/messages-table.ts';
import { readIdempotencyKey } from '../../../shared/message/idempotency-key.ts';
import type { TestAccount } from './account.ts';

/** Ends the leases of a message and of its Idempotency-Key. Otherwise they end after 20 s. */
export async function endLeases(
  { ports, accountId }: TestAccount,
  messageId: string,
  idempotencyKey: string,
): Promise<void> {
  const { client, name: TableName } = ports.messages;
  const keyed = readIdempotencyKey(idempotencyKey, {});
  const claim = claimItemKey(accountId, keyed?.keyHash ?? '');
  for (const Key of [messageItemKey(accountId, messageId), claim]) {
    const update = new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: 'SET leaseUntilMs = :past',
      ConditionExpression: 'attribute_exists(sk)',
      ExpressionAttributeValues: { ':past': { N: '1' } },
    });
    await client.send(update);
  }
}
