import type { Pause } from '../../pause.ts';
import { textItem } from './attributes.ts';
import { type Change, update } from './change.ts';
import { type Table, unlessRefused, updateItem } from './dynamodb.ts';
import { type KeyRecord, readKey } from './keys-table.ts';
import { raiseSpread } from './message-parts.ts';
import { pauseItem } from './pause-item.ts';

/** Marks a key as revoked and keeps its record; a key that is revoked keeps its first `revokedAt`. */
export async function revokeKey(
  keys: Table,
  keyHash: string,
  revokedAt: string,
  change: Change,
): Promise<KeyRecord> {
  const write = update(keys, textItem({ keyHash }), {
    ConditionExpression: '#status = :active',
    UpdateExpression: 'SET #status = :revoked, revokedAt = :now',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':active': { S: 'active' },
      ':revoked': { S: 'revoked' },
      ':now': { S: revokedAt },
    },
  });
  await unlessRefused(change(keys, write));
  const revoked = await readKey(keys, keyHash);
  if (revoked) return revoked;
  throw new Error('There is no key with this hash');
}

/** Pauses an active key, or resumes it (null). Null if the key is revoked, or paused or resumed already. */
export async function writeKeyPause(
  keys: Table,
  keyHash: string,
  pause: Pause | null,
  change: Change,
): Promise<KeyRecord | null> {
  const write = update(keys, textItem({ keyHash }), {
    ConditionExpression: `#status = :active AND attribute${pause ? '_not' : ''}_exists(paused)`,
    UpdateExpression: pause ? 'SET paused = :pause' : 'REMOVE paused',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':active': { S: 'active' },
      ...(pause && { ':pause': { M: pauseItem(pause) } }),
    },
  });
  return (await unlessRefused(change(keys, write))) ? readKey(keys, keyHash) : null;
}

/** Gives an active key an end; false if it is revoked or gone. */
export function endKey(
  keys: Table,
  keyHash: string,
  activeUntil: string,
  change: Change,
): Promise<boolean> {
  const write = update(keys, textItem({ keyHash }), {
    ConditionExpression: '#status = :active',
    UpdateExpression: 'SET activeUntil = :until',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':active': { S: 'active' }, ':until': { S: activeUntil } },
  });
  return unlessRefused(change(keys, write));
}

/** Makes each request with a key look up forgotten people as well. False if there is no such key. */
export function tellPersonKey(keys: Table, keyHash: string, personKey: string): Promise<boolean> {
  const update = updateItem(keys, textItem({ keyHash }), {
    ConditionExpression: 'attribute_exists(createdAt)',
    UpdateExpression: 'SET personKey = :key',
    ExpressionAttributeValues: { ':key': { S: personKey } },
  });
  return unlessRefused(update);
}

/** Raises the number of parts that a key's messages are spread over; false if it is as high already. */
export function raiseKeySpread(
  keys: Table,
  keyHash: string,
  messageParts: number,
  change: Change,
): Promise<boolean> {
  return raiseSpread(keys, textItem({ keyHash }), messageParts, change);
}
