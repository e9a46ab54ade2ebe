import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { messageKey } from '../../../shared/adapters/message-item.ts';
import { claimKey } from '../../../shared/adapters/messages-table.ts';
import { readIdempotencyKey } from '../../../shared/message/idempotency-key.ts';
import type { TestAccount } from './account.ts';

/** Lets the leases of a message and of its Idempotency-Key be over, which takes 20 s otherwise. */
export async function endLeases(
  { ports, accountId }: TestAccount,
  messageId: string,
  idempotencyKey: string,
): Promise<void> {
  const { client, name: TableName } = ports.messages;
  const keyed = readIdempotencyKey(idempotencyKey, {});
  for (const sk of [messageKey(messageId), claimKey(keyed?.keyHash ?? '')]) {
    const update = new UpdateItemCommand({
      TableName,
      Key: { accountId: { S: accountId }, sk: { S: sk } },
      UpdateExpression: 'SET leaseUntilMs = :past',
      ConditionExpression: 'attribute_exists(sk)',
      ExpressionAttributeValues: { ':past': { N: '1' } },
    });
    await client.send(update);
  }
}
