import { type Item, optionalNumber } from './attributes.ts';
import { type Table, unlessRefused, updateItem } from './dynamodb.ts';

/**
 * An account's record says how many parts its lists read. Each key's record says over how many parts the
 * messages of that key are spread.
 */
export interface Spread {
  /** The number of parts. Default: 1. */
  messageParts?: number | undefined;
}

/** The attribute with this number, in the item of an account or a key. */
export const spreadItem = ({ messageParts }: Spread): Item =>
  messageParts === undefined ? {} : { messageParts: { N: String(messageParts) } };

export const spreadIn = (item: Item): Spread => ({
  messageParts: optionalNumber(item, 'messageParts'),
});

/**
 * Raises the number of parts in the record of an account or of a key. False if the record is not there, or has as high
 * a number already: the number never falls, because lists would lose messages.
 */
export function raiseSpread(table: Table, Key: Item, messageParts: number): Promise<boolean> {
  const update = updateItem(table, Key, {
    UpdateExpression: 'SET messageParts = :parts',
    ConditionExpression:
      'attribute_exists(createdAt) AND (attribute_not_exists(messageParts) OR messageParts < :parts)',
    ExpressionAttributeValues: { ':parts': { N: String(messageParts) } },
  });
  return unlessRefused(update);
}
