import type { MessageRecord } from '../../message/message.ts';
import type { Claim, MessagePlace, MessageStore, Settlement } from '../../message/message-store.ts';
import { textItem } from './attributes.ts';
import { keepCopy } from './copies-table.ts';
import { deleteItem, putItem, type Table, unlessRefused, updatedItem } from './dynamodb.ts';
import { Expression } from './expression.ts';
import { messageItemKey, toMessage, toMessageItem } from './message-item.ts';
import { claimItemKey, readClaim, readClaimAndSuppressed, readMessage } from './messages-table.ts';
import { recordEvent } from './messages-table-events.ts';
import { keepReply, keepThread } from './replies-table.ts';
import { beginScheduled, handBack } from './scheduled-table.ts';

/** Makes the store of sending. Calls that may follow a send use `settling`, which has a later deadline. */
export function messageStore(messages: Table, settling = messages): MessageStore {
  return {
    readClaimAndSuppressed: (...asked) => readClaimAndSuppressed(messages, ...asked),
    readMessage: (...asked) => readMessage(settling, ...asked),
    writeClaim: (accountId, keyHash, claim, nowSeconds) =>
      putClaim(messages, accountId, keyHash, claim, {
        ConditionExpression: 'attribute_not_exists(sk) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': { N: String(nowSeconds) } },
      }),
    takeOverClaim: (accountId, keyHash, claim, from) =>
      putClaim(messages, accountId, keyHash, claim, hasOwner(from.owner)),
    freeClaim: async (accountId, keyHash, owner) => {
      const Key = claimItemKey(accountId, keyHash);
      await unlessRefused(deleteItem(settling, Key, hasOwner(owner)));
    },
    beginMessage: (record) => beginMessage(messages, record),
    writeFailure: async (record) => {
      const isOwn = hasOwner(record.owner);
      const ConditionExpression = `attribute_not_exists(sk) OR ${isOwn.ConditionExpression}`;
      const condition = { ...isOwn, ConditionExpression };
      await unlessRefused(putItem(settling, toMessageItem(record), condition));
    },
    settleMessage: (...settled) => settleMessage(settling, ...settled),
    beginScheduled: (...begun) => beginScheduled(messages, ...begun),
    handBack: (...back) => handBack(settling, ...back),
    keepCopy: (...kept) => keepCopy(settling, ...kept),
    keepReply: (...kept) => keepReply(settling, ...kept),
    recordEvent: (...recorded) => recordEvent(settling, ...recorded),
  };
}

/** If its first try's answer was lost, it recognises that try's record by the `owner`. */
export async function beginMessage(messages: Table, record: MessageRecord): Promise<boolean> {
  const put = putItem(messages, toMessageItem(record), {
    ConditionExpression: 'attribute_not_exists(sk)',
  });
  const [isFirst] = await Promise.all([unlessRefused(put), keepThread(messages, record)]);
  if (isFirst) return true;
  const there = await readMessage(messages, record.accountId, record.messageId);
  return there?.owner === record.owner;
}

const hasOwner = (owner: string) => ({
  ConditionExpression: '#owner = :owner',
  ExpressionAttributeNames: { '#owner': 'owner' },
  ExpressionAttributeValues: { ':owner': { S: owner } },
});

export async function settleMessage(
  messages: Table,
  { accountId, messageId, owner }: MessagePlace & Pick<MessageRecord, 'owner'>,
  { state, settledAt, sesMessageId, error, answer, trace }: Settlement,
): Promise<MessageRecord | null> {
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
}

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
