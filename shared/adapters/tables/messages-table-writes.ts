import { DeleteItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Claim } from '../../message/claim.ts';
import type { MessageRecord } from '../../message/message.ts';
import type { Settlement } from '../../message/message-store.ts';
import { textItem } from './attributes.ts';
import { isConditionRefused, type Table, unlessRefused } from './dynamodb.ts';
import { Expression } from './expression.ts';
import { messageItemKey, toMessage, toMessageItem } from './message-item.ts';
import { claimItemKey, readClaim, readMessage } from './messages-table.ts';

/**
 * Writes a message in state SENDING. False where another attempt has begun this message. A first
 * try whose answer was lost is recognised by its owner.
 */
export async function beginMessage(messages: Table, record: MessageRecord): Promise<boolean> {
  const put = new PutItemCommand({
    TableName: messages.name,
    Item: toMessageItem(record),
    ConditionExpression: 'attribute_not_exists(sk)',
  });
  if (await unlessRefused(messages.client.send(put))) return true;
  const there = await readMessage(messages, record.accountId, record.messageId);
  return there?.owner === record.owner;
}

/**
 * Writes a message that was not sent, in the place of its own record or of none; the record of
 * another attempt stays. A write of its beginning that arrives later then finds the place taken.
 */
export async function writeFailure(messages: Table, record: MessageRecord): Promise<void> {
  const put = new PutItemCommand({
    TableName: messages.name,
    Item: toMessageItem(record),
    ConditionExpression: 'attribute_not_exists(sk) OR #owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': { S: record.owner } },
  });
  await unlessRefused(messages.client.send(put));
}

/**
 * Writes how the attempt of `owner` ended, and returns the record as it then is; null where it is
 * refused: the message is another's, or not there, or is to become UNKNOWN and is known already.
 * What SES said (SENT, FAILED) is written whatever was assumed before. An answer is never replaced.
 */
export async function settleMessage(
  messages: Table,
  message: Pick<MessageRecord, 'accountId' | 'messageId' | 'owner'>,
  settlement: Settlement,
): Promise<MessageRecord | null> {
  try {
    const update = writeSettlement(messages.name, message, settlement);
    const { Attributes } = await messages.client.send(update);
    return toMessage(Attributes ?? {});
  } catch (error) {
    if (isConditionRefused(error)) return null;
    throw error;
  }
}

function writeSettlement(
  TableName: string,
  { accountId, messageId, owner }: Pick<MessageRecord, 'accountId' | 'messageId' | 'owner'>,
  { state, settledAt, sesMessageId, error, answer, trace }: Settlement,
): UpdateItemCommand {
  const expression = new Expression();
  const stateName = expression.name('state');
  const errorName = expression.name('error');
  const sets = [
    `${stateName} = ${expression.text(state)}`,
    `settledAt = ${expression.text(settledAt)}`,
  ];
  if (sesMessageId !== null) sets.push(`sesMessageId = ${expression.text(sesMessageId)}`);
  if (error !== null) sets.push(`${errorName} = ${expression.text(error)}`);
  if (answer !== null) sets.push(`answer = if_not_exists(answer, ${expression.text(answer)})`);
  if (trace !== null) {
    sets.push(`${expression.name('trace')} = ${expression.text(JSON.stringify(trace))}`);
  }
  const conditions = [`${expression.name('owner')} = ${expression.text(owner)}`];
  if (state === 'UNKNOWN') conditions.push(`${stateName} = ${expression.text('SENDING')}`);
  return new UpdateItemCommand({
    TableName,
    Key: messageItemKey(accountId, messageId),
    UpdateExpression: `SET ${sets.join(', ')}${error === null ? ` REMOVE ${errorName}` : ''}`,
    ConditionExpression: conditions.join(' AND '),
    ...expression.attributes(),
    ReturnValues: 'ALL_NEW',
  });
}

/**
 * Claims an Idempotency-Key that nobody holds, or whose claim has expired by `nowSeconds`. Returns
 * the claim that holds it then: this one, or another's; null where it was freed meanwhile.
 */
export async function writeClaim(
  messages: Table,
  accountId: string,
  keyHash: string,
  claim: Claim,
  nowSeconds: number,
): Promise<Claim | null> {
  return putClaim(messages, accountId, keyHash, claim, {
    ConditionExpression: 'attribute_not_exists(sk) OR expiresAt <= :now',
    ExpressionAttributeValues: { ':now': { N: String(nowSeconds) } },
  });
}

/** Claims an Idempotency-Key if `from` still holds it; returns like `writeClaim`. */
export async function takeOverClaim(
  messages: Table,
  accountId: string,
  keyHash: string,
  claim: Claim,
  from: Claim,
): Promise<Claim | null> {
  return putClaim(messages, accountId, keyHash, claim, {
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': { S: from.owner } },
  });
}

/** Lets an Idempotency-Key be used again, unless another attempt than `owner` holds it. */
export async function freeClaim(
  messages: Table,
  accountId: string,
  keyHash: string,
  owner: string,
): Promise<void> {
  const remove = new DeleteItemCommand({
    TableName: messages.name,
    Key: claimItemKey(accountId, keyHash),
    ConditionExpression: '#owner = :owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ExpressionAttributeValues: { ':owner': { S: owner } },
  });
  await unlessRefused(messages.client.send(remove));
}

type Condition = Pick<
  PutItemCommand['input'],
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

async function putClaim(
  messages: Table,
  accountId: string,
  keyHash: string,
  claim: Claim,
  condition: Condition,
): Promise<Claim | null> {
  const { messageId, bodyHash, owner, leaseUntilMs, expiresAt } = claim;
  const put = new PutItemCommand({
    TableName: messages.name,
    Item: {
      ...claimItemKey(accountId, keyHash),
      ...textItem({ messageId, bodyHash, owner }),
      leaseUntilMs: { N: String(leaseUntilMs) },
      expiresAt: { N: String(expiresAt) },
    },
    ...condition,
  });
  if (await unlessRefused(messages.client.send(put))) return claim;
  return readClaim(messages, accountId, keyHash);
}
