import { isId } from '../../id.ts';
import type { TestDelivery } from '../../keys/test-delivery.ts';
import type { Pause } from '../../pause.ts';
import { type Item, optionalText, optionalTexts, text, textItem, textList } from './attributes.ts';
import { type Change, put } from './change.ts';
import {
  deleteItem,
  getItem,
  isConditionRefused,
  putItem,
  queryAll,
  queryPage,
  scanAll,
  type Table,
} from './dynamodb.ts';
import { type Spread, spreadIn, spreadItem } from './message-parts.ts';
import { pauseIn, pauseItem } from './pause-item.ts';

/** An API key as it is kept: everything but its secret. */
export interface KeyRecord extends Spread {
  /** SHA-256 of the secret; of a hook's id. */
  keyHash: string;
  keyId: string;
  accountId: string;
  name: string;
  /** The secret's first and last characters, by which people recognise the key. */
  hint: string;
  status: 'active' | 'revoked';
  /** ISO 8601, like `revokedAt`. */
  createdAt: string;
  revokedAt?: string | undefined;
  /** ISO 8601: from then on the key counts as revoked, because another one replaces it. Absent: no end. */
  activeUntil?: string | undefined;
  /** The value of the account's API Gateway key, so that the authorizer needs one read only. */
  usageIdentifierKey: string;
  /** The account's `personKey`, as soon as the account has forgotten a person. */
  personKey?: string | undefined;
  /** Present for a test key. No operation changes it. */
  test?: TestDelivery | undefined;
  /** See `ScopedKey`. Absent if the key has no scopes. */
  scopes?: readonly string[] | undefined;
  /** Present for a hook: JSON of `Hook` (shared/keys/hook.ts). No operation changes it. */
  hook?: string | undefined;
  /** Set while the key is paused: every request with it gets 403. A revoked key keeps its pause. */
  paused?: Pause | undefined;
}

/** The key with this hash, or null. Exactly one strongly consistent read. */
export async function readKey(keys: Table, keyHash: string): Promise<KeyRecord | null> {
  const item = await readItem(keys, keyHash);
  return item ? toRecord(item) : null;
}

/** The key with this id, or null: two strongly consistent reads, because an index is only eventually consistent. */
export async function findKey(keys: Table, keyId: string): Promise<KeyRecord | null> {
  if (!isId(keyId)) return null;
  const signpost = await readItem(keys, signpostTo(keyId));
  return signpost ? readKey(keys, text(signpost, 'pointsTo')) : null;
}

/** DynamoDB answered neither the write of a new key nor its withdrawal: the key may be active. */
export class KeyMayExist extends Error {
  constructor(keyId: string, cause: unknown) {
    super(`The table did not say whether the key ${keyId} is there`, { cause });
    this.name = 'KeyMayExist';
  }
}

/**
 * Writes a new key after the item that leads from its id to its hash, so that every key can be revoked. If the answer
 * to the write is lost, it revokes the key with `withdrawal`. Throws `KeyMayExist` if that failed as well.
 */
export async function putKey(
  keys: Table,
  record: KeyRecord,
  change: Change,
  withdrawal: Change,
): Promise<void> {
  const signpost = { keyHash: signpostTo(record.keyId), pointsTo: record.keyHash };
  await putItem(keys, textItem(signpost));
  try {
    const ConditionExpression = 'attribute_not_exists(keyHash)';
    await change(keys, put(keys, toItem(record), { ConditionExpression }));
  } catch (error) {
    if (!isConditionRefused(error)) return withdraw(keys, record, error, withdrawal);
    const there = await readKey(keys, record.keyHash);
    if (there?.keyId !== record.keyId) throw error;
  }
}

/** Writes the key as revoked, so that a first write that is still on its way fails. Throws the `cause`. */
async function withdraw(
  keys: Table,
  record: KeyRecord,
  cause: unknown,
  change: Change,
): Promise<never> {
  try {
    const revoked: KeyRecord = { ...record, status: 'revoked', revokedAt: record.createdAt };
    await change(keys, put(keys, toItem(revoked)));
  } catch {
    throw new KeyMayExist(record.keyId, cause);
  }
  throw cause;
}

/** The keys of an account, oldest first, from the index: the newest keys and revocations may be missing. */
export async function listKeys(keys: Table, accountId: string): Promise<KeyRecord[]> {
  return (await queryAll(keys, keysOf(accountId))).map(toRecord);
}

/** All keys of an account, in no order. It misses none, because it scans the keys of every account. */
export async function findAllKeys(keys: Table, accountId: string): Promise<KeyRecord[]> {
  const items = await scanAll(keys, {
    FilterExpression: 'accountId = :account',
    ExpressionAttributeValues: { ':account': { S: accountId } },
  });
  return items.map(toRecord);
}

/** At most `limit` of an account's keys, newest first, those older than `before`; from the index like `listKeys`. */
export async function listNewestKeys(
  keys: Table,
  accountId: string,
  { before, limit }: { before?: KeyRecord | undefined; limit: number },
): Promise<{ records: KeyRecord[]; more: boolean }> {
  const records: KeyRecord[] = [];
  let from: Item | undefined = before && indexKeyOf(before);
  do {
    const page = await queryPage(keys, {
      ...keysOf(accountId),
      ScanIndexForward: false,
      ExclusiveStartKey: from,
      // One more than the page holds shows whether there is another page.
      Limit: limit + 1 - records.length,
    });
    records.push(...(page.Items ?? []).map(toRecord));
    from = page.LastEvaluatedKey;
  } while (from && records.length <= limit);
  return { records: records.slice(0, limit), more: records.length > limit };
}

const keysOf = (accountId: string) => ({
  IndexName: 'byAccount',
  KeyConditionExpression: 'accountId = :account',
  ExpressionAttributeValues: { ':account': { S: accountId } },
});

function indexKeyOf({ accountId, createdAt, keyHash }: KeyRecord): Item {
  return textItem({ accountId, createdAt, keyHash });
}

/** Deletes the record of a key of a deleted account, and then the signpost to it. A missing one is not an error. */
export async function deleteKeyRecord(
  keys: Table,
  { keyHash, keyId }: Pick<KeyRecord, 'keyHash' | 'keyId'>,
): Promise<void> {
  await deleteItem(keys, textItem({ keyHash }));
  await deleteItem(keys, textItem({ keyHash: signpostTo(keyId) }));
}

const readItem = (keys: Table, keyHash: string) => getItem(keys, textItem({ keyHash }));

/** The partition key of a signpost, which no hash can be equal to. No list shows a signpost: it has no account. */
const signpostTo = (keyId: string) => `keyId#${keyId}`;

function toItem({ messageParts, test, scopes, paused, ...texts }: KeyRecord): Item {
  const mode = test && 'test';
  const kind = texts.hook && 'hook';
  const item = textItem({ ...texts, kind, mode, redirectTo: test?.redirectTo });
  if (test?.allow) item.allow = textList(test.allow);
  if (scopes) item.scopes = textList(scopes);
  if (paused) item.paused = { M: pauseItem(paused) };
  return { ...item, ...spreadItem({ messageParts }) };
}

function toRecord(item: Item): KeyRecord {
  return {
    keyHash: text(item, 'keyHash'),
    keyId: text(item, 'keyId'),
    accountId: text(item, 'accountId'),
    name: text(item, 'name'),
    hint: text(item, 'hint'),
    status: text(item, 'status') === 'active' ? 'active' : 'revoked',
    createdAt: text(item, 'createdAt'),
    revokedAt: optionalText(item, 'revokedAt'),
    activeUntil: optionalText(item, 'activeUntil'),
    personKey: optionalText(item, 'personKey'),
    usageIdentifierKey: text(item, 'usageIdentifierKey'),
    ...(optionalText(item, 'mode') === 'test' && {
      test: { redirectTo: optionalText(item, 'redirectTo'), allow: optionalTexts(item, 'allow') },
    }),
    scopes: optionalTexts(item, 'scopes'),
    hook: optionalText(item, 'hook'),
    ...(item.paused?.M && { paused: pauseIn(item.paused.M) }),
    ...spreadIn(item),
  };
}
