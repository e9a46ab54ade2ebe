import type { MessageRecord } from '../../message/message.ts';
import type { Claim, Known } from '../../message/message-store.ts';
import { suppressionAddress } from '../../message/suppression.ts';
import { type Item, number, text } from './attributes.ts';
import { getItem, type Table } from './dynamodb.ts';
import { BatchGetItemCommand } from './dynamodb-client.ts';
import { messageItemKey, toMessage } from './message-item.ts';
import { isSuppressionKey, suppressionItemKey, toSuppression } from './suppression-table.ts';

/** How often it asks for keys that DynamoDB leaves unprocessed. */
const batchTries = 3;

/**
 * The claim of an Idempotency-Key, and which addresses are suppressed, in one read. With a key the read is strongly
 * consistent, because the claim decides which request sends. Else it costs half, and may miss the last second.
 */
export async function readClaimAndSuppressed(
  messages: Table,
  accountId: string,
  keyHash: string | null,
  addresses: readonly string[],
  isConsistent = keyHash !== null,
): Promise<Known> {
  const distinct = [...new Set(addresses.map(suppressionAddress))];
  const keys = distinct.map((address) => suppressionItemKey(accountId, address));
  if (keyHash !== null) keys.push(claimItemKey(accountId, keyHash));
  const items = await readItems(messages, keys, isConsistent);
  const claim = items.find((item) => !isSuppressionKey(text(item, 'sk')));
  return {
    claim: claim ? toClaim(claim) : null,
    suppressed: items.filter((item) => item !== claim).map(toSuppression),
  };
}

/** The claim of an Idempotency-Key, strongly consistent, even if it has expired. */
export async function readClaim(
  messages: Table,
  accountId: string,
  keyHash: string,
): Promise<Claim | null> {
  const item = await getItem(messages, claimItemKey(accountId, keyHash));
  return item ? toClaim(item) : null;
}

/** A message of the account, even if it has expired. Strongly consistent unless `mayBeLate`. Throws `NewerMessage`. */
export async function readMessage(
  messages: Table,
  accountId: string,
  messageId: string,
  { mayBeLate = false }: { mayBeLate?: boolean } = {},
): Promise<MessageRecord | null> {
  const item = await getItem(messages, messageItemKey(accountId, messageId), !mayBeLate);
  return item ? toMessage(item) : null;
}

/**
 * The key of a claim, in a partition of its own. It depends on no setting, so that no change of settings loses a claim.
 */
export const claimItemKey = (accountId: string, keyHash: string): Item => {
  const sk = `I#${keyHash}`;
  return { accountId: { S: `${accountId}#${sk}` }, sk: { S: sk } };
};

async function readItems(
  { client, name }: Table,
  asked: readonly Item[],
  ConsistentRead: boolean,
): Promise<Item[]> {
  const items: Item[] = [];
  let keys = [...asked];
  for (let tries = 0; keys.length > 0; tries++) {
    if (tries === batchTries) throw new Error('DynamoDB left keys of a BatchGetItem unprocessed');
    const batch = { RequestItems: { [name]: { Keys: keys, ConsistentRead } } };
    const { Responses, UnprocessedKeys } = await client.send(new BatchGetItemCommand(batch));
    items.push(...(Responses?.[name] ?? []));
    keys = UnprocessedKeys?.[name]?.Keys ?? [];
  }
  return items;
}

function toClaim(item: Item): Claim {
  return {
    messageId: text(item, 'messageId'),
    bodyHash: text(item, 'bodyHash'),
    owner: text(item, 'owner'),
    leaseUntilMs: number(item, 'leaseUntilMs'),
    expiresAt: number(item, 'expiresAt'),
  };
}
