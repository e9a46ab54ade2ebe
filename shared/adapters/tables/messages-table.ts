import type { MessageRecord } from '../../message/message.ts';
import type { Claim, Known, MessageStore } from '../../message/message-store.ts';
import { forgottenEntry, suppressionAddress } from '../../message/suppression.ts';
import { personOf } from '../../people/person.ts';
import { type Item, number, text } from './attributes.ts';
import { getItem, type Table } from './dynamodb.ts';
import { BatchGetItemCommand } from './dynamodb-client.ts';
import { messageItemKey, toMessage } from './message-item.ts';
import { isSuppressionKey, suppressionItemKey, toSuppression } from './suppression-table.ts';

/** DynamoDB's limit of keys in one BatchGetItem. */
const batchSize = 100;

/** How often it asks for keys that DynamoDB leaves unprocessed. */
const batchTries = 3;

/** The claim of an Idempotency-Key and the suppressed addresses. Only a claim needs a strongly consistent read. */
export async function readClaimAndSuppressed(
  messages: Table,
  accountId: string,
  keyHash: string | null,
  addresses: readonly string[],
  {
    isConsistent = keyHash !== null,
    personKey,
  }: Parameters<MessageStore['readClaimAndSuppressed']>[3] = {},
): Promise<Known> {
  const distinct = [...new Set(addresses.map(suppressionAddress))];
  /** The address of each forgotten entry. */
  const forgotten = new Map(
    personKey === undefined
      ? []
      : distinct.map((address) => [forgottenEntry(personOf(personKey, address)), address]),
  );
  const entries = [...distinct, ...forgotten.keys()];
  const keys = entries.map((entry) => suppressionItemKey(accountId, entry));
  if (keyHash !== null) keys.push(claimItemKey(accountId, keyHash));
  const parts = Array.from({ length: Math.ceil(keys.length / batchSize) }, (_, part) =>
    readItems(messages, keys.slice(part * batchSize, (part + 1) * batchSize), isConsistent),
  );
  const items = (await Promise.all(parts)).flat();
  const claim = items.find((item) => !isSuppressionKey(text(item, 'sk')));
  const suppressed = items.filter((item) => item !== claim).map(toSuppression);
  return {
    claim: claim ? toClaim(claim) : null,
    suppressed: suppressed.map((each) => {
      return { ...each, address: forgotten.get(each.address) ?? each.address };
    }),
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

/** The key of a claim, in a partition of its own. No setting is in it, so that no change of one loses a claim. */
export const claimItemKey = (accountId: string, keyHash: string): Item => {
  const sk = `I#${keyHash}`;
  return { accountId: { S: `${accountId}#${sk}` }, sk: { S: sk } };
};

export async function readItems(
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
