import { type Item, optionalNumber } from './attributes.ts';
import { type Change, update } from './change.ts';
import { type Table, unlessRefused } from './dynamodb.ts';

/** An account's record says how many parts its lists read, a key's over how many its messages are spread. */
export interface Spread {
  /** The number of parts. Default: 1. */
  messageParts?: number | undefined;
}

export const spreadItem = ({ messageParts }: Spread): Item =>
  messageParts === undefined ? {} : { messageParts: { N: String(messageParts) } };

export const spreadIn = (item: Item): Spread => ({
  messageParts: optionalNumber(item, 'messageParts'),
});

/** Raises the number of parts. False if there is no such record, or its number is as high: the number never falls. */
export function raiseSpread(
  table: Table,
  Key: Item,
  messageParts: number,
  change: Change,
): Promise<boolean> {
  const write = update(table, Key, {
    UpdateExpression: 'SET messageParts = :parts',
    ConditionExpression:
      'attribute_exists(createdAt) AND (attribute_not_exists(messageParts) OR messageParts < :parts)',
    ExpressionAttributeValues: { ':parts': { N: String(messageParts) } },
  });
  return unlessRefused(change(table, write));
}
