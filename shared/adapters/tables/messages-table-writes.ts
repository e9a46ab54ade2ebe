import type { Claim, MessageStore } from '../../message/message-store.ts';
import { textItem } from './attributes.ts';
import { keepCopy } from './copies-table.ts';
import { deleteItem, putItem, type Table, unlessRefused, updatedItem } from './dynamodb.ts';
import { Expression } from './expression.ts';
import { messageItemKey, toMessage, toMessageItem } from './message-item.ts';
import { claimItemKey, readClaim, readClaimAndSuppressed, readMessage } from './messages-table.ts';
import { recordEvent } from './messages-table-events.ts';
import { beginScheduled, handBack } from './scheduled-table.ts';

/** Makes the store of sending. Calls that may follow a send use `settling`, which has a later deadline. */
export function messageStore(messages: Table, settling = messages): MessageStore {
  return {
    readClaimAndSuppressed: (...asked) => readClaimAndSuppressed(messages, ...asked),
    readMessage: (...asked) => readMessage(settling, ...asked),
    writeClaim: (...written) => writeClaim(messages, ...written),
    takeOverClaim: (...written) => takeOverClaim(messages, ...written),
    freeClaim: (...freed) => freeClaim(settling, ...freed),
    beginMessage: (record) => beginMessage(messages, record),
    writeFailure: (record) => writeFailure(settling, record),
    settleMessage: (...settled) => settleMessage(settling, ...settled),
    beginScheduled: (...begun) => beginScheduled(messages, ...begun),
    handBack: (...back) => handBack(settling, ...back),
    keepCopy: (...kept) => keepCopy(settling, ...kept),
    recordEvent: (...recorded) => recordEvent(settling, ...recorded),
  };
}

/** The method of `MessageStore` with this name, as a function of a table. */
type StoreCall<Name extends keyof MessageStore> = (
  messages: Table,
  ...asked: Parameters<MessageStore[Name]>
) => ReturnType<MessageStore[Name]>;

/** If its first try's answer was lost, it recognises that try's record by the `owner`. */
export const beginMessage: StoreCall<'beginMessage'> = async (messages, record) => {
  const put = putItem(messages, toMessageItem(record), {
    ConditionExpression: 'attribute_not_exists(sk)',
  });
  if (await unlessRefused(put)) return true;
  const there = await readMessage(messages, record.accountId, record.messageId);
  return there?.owner === record.owner;
};

export const writeFailure: StoreCall<'writeFailure'> = async (messages, record) => {
  const isOwn = hasOwner(record.owner);
  const ConditionExpression = `attribute_not_exists(sk) OR ${isOwn.ConditionExpression}`;
  const condition = { ...isOwn, ConditionExpression };
  await unlessRefused(putItem(messages, toMessageItem(record), condition));
};

const hasOwner = (owner: string) => ({
  ConditionExpression: '#owner = :owner',
  ExpressionAttributeNames: { '#owner': 'owner' },
  ExpressionAttributeValues: { ':owner': { S: owner } },
});

export const settleMessage: StoreCall<'settleMessage'> = async (
  messages,
  { accountId, messageId, owner },
  { state, settledAt, sesMessageId, error, answer, trace },
) => {
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
  const settled = await updatedItem(messages, messageItemKey(accountId, messageId), {
    UpdateExpression: `SET ${sets.join(', ')}${error === null ? ` REMOVE ${errorName}` : ''}`,
    ConditionExpression: conditions.join(' AND '),
    ...expression.attributes(),
  });
  return settled && toMessage(settled);
};

export const writeClaim: StoreCall<'writeClaim'> = (
  messages,
  accountId,
  keyHash,
  claim,
  nowSeconds,
) => {
  return putClaim(messages, accountId, keyHash, claim, {
    ConditionExpression: 'attribute_not_exists(sk) OR expiresAt <= :now',
    ExpressionAttributeValues: { ':now': { N: String(nowSeconds) } },
  });
};

export const takeOverClaim: StoreCall<'takeOverClaim'> = (
  messages,
  accountId,
  keyHash,
  claim,
  from,
) => {
  return putClaim(messages, accountId, keyHash, claim, hasOwner(from.owner));
};

export const freeClaim: StoreCall<'freeClaim'> = async (messages, accountId, keyHash, owner) => {
  const Key = claimItemKey(accountId, keyHash);
  await unlessRefused(deleteItem(messages, Key, hasOwner(owner)));
};

async function putClaim(
  messages: Table,
  accountId: string,
  keyHash: string,
  claim: Claim,
  condition: Parameters<typeof putItem>[2],
): Promise<Claim | null> {
  const { messageId, bodyHash, owner, leaseUntilMs, expiresAt } = claim;
  const item = {
    ...claimItemKey(accountId, keyHash),
    ...textItem({ messageId, bodyHash, owner }),
    leaseUntilMs: { N: String(leaseUntilMs) },
    expiresAt: { N: String(expiresAt) },
  };
  if (await unlessRefused(putItem(messages, item, condition))) return claim;
  return readClaim(messages, accountId, keyHash);
}
