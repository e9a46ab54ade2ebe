import type { AttributeValue } from '@aws-sdk/client-dynamodb';

export type Item = Record<string, AttributeValue>;

/** The text in `name`. Throws for an item without it: such an item was not written by this code. */
export function text(item: Item, name: string): string {
  return item[name]?.S ?? damaged(name);
}

export function optionalText(item: Item, name: string): string | undefined {
  return item[name]?.S;
}

export function optionalTexts(item: Item, name: string): string[] | undefined {
  return item[name]?.L?.flatMap(({ S }) => S ?? []);
}

/** The number in `name`; throws like `text`. */
export function number(item: Item, name: string): number {
  return Number(item[name]?.N ?? damaged(name));
}

export function optionalNumber(item: Item, name: string): number | undefined {
  const digits = item[name]?.N;
  return digits === undefined ? undefined : Number(digits);
}

/** The bytes in `name`; throws like `text`. */
export function bytes(item: Item, name: string): Uint8Array {
  return item[name]?.B ?? damaged(name);
}

/** The map in `name`; throws like `text`. */
export function map(item: Item, name: string): Item {
  return item[name]?.M ?? damaged(name);
}

export const textList = (texts: readonly string[]) => ({ L: texts.map((S) => ({ S })) });

/** Makes an item from texts, without those that are undefined. */
export function textItem(texts: Record<string, string | undefined>): Item {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, S]) => (S === undefined ? [] : [[name, { S }]])),
  );
}

function damaged(name: string): never {
  throw new Error(`An item of the table has no attribute ${name} of the right type`);
}
