import { maxPageItems } from '../../engine/limits.ts';
import {
  type Suppression,
  type SuppressionReason,
  suppressionAddress,
} from '../../message/suppression.ts';
import { type Item, optionalText, text, textItem } from './attributes.ts';
import { type Change, put, remove } from './change.ts';
import { deleteItem, getItem, queryPage, type Table, unlessRefused } from './dynamodb.ts';
import { filteredPage } from './filtered-page.ts';

/** When a reason replaces another: a complaint replaces all others; of two equal reports the earlier counts. */
const overrules: Readonly<Record<SuppressionReason, string>> = {
  complaint: 'attribute_not_exists(sk) OR reason <> :reason OR #at > :at',
  bounce: 'attribute_not_exists(sk) OR (reason = :reason AND #at > :at)',
  manual: 'attribute_not_exists(sk)',
};

/** Suppresses an address for an account, in any order of reports. False if it keeps its reason and date. */
export async function suppress(
  messages: Table,
  accountId: string,
  suppression: Suppression,
  change: Change,
): Promise<boolean> {
  const { reason, at } = suppression;
  const write = put(messages, toSuppressionItem(accountId, suppression), {
    ConditionExpression: overrules[reason],
    ...(reason !== 'manual' && {
      ExpressionAttributeNames: { '#at': 'at' },
      ExpressionAttributeValues: { ':reason': { S: reason }, ':at': { S: at } },
    }),
  });
  return unlessRefused(change(messages, write));
}

/** Lets an account send to an address again, which has these entries; false if it was not suppressed. */
export async function unsuppress(
  messages: Table,
  accountId: string,
  entries: readonly string[],
  change: Change,
): Promise<boolean> {
  const found = await Promise.all(
    entries.map((entry) => readSuppressed(messages, accountId, entry)),
  );
  const writes = found.flatMap((entry) => {
    if (entry === null) return [];
    const Key = suppressionItemKey(accountId, entry.address);
    return remove(messages, Key, { ConditionExpression: 'attribute_exists(sk)' });
  });
  return writes.length > 0 && unlessRefused(change(messages, ...writes));
}

/** Removes the entry of an address if it is still as it was read. */
export function endSuppression(
  messages: Table,
  accountId: string,
  { address, reason, at }: Suppression,
): Promise<boolean> {
  const end = deleteItem(messages, suppressionItemKey(accountId, address), {
    ConditionExpression: 'reason = :reason AND #at = :at',
    ExpressionAttributeNames: { '#at': 'at' },
    ExpressionAttributeValues: { ':reason': { S: reason }, ':at': { S: at } },
  });
  return unlessRefused(end);
}

/** Why an address is suppressed, strongly consistent; null if it is not. */
export async function readSuppressed(
  messages: Table,
  accountId: string,
  address: string,
): Promise<Suppression | null> {
  const item = await getItem(messages, suppressionItemKey(accountId, address));
  return item ? toSuppression(item) : null;
}

export interface SuppressedQuery {
  /** The last address of the page before. */
  after?: string | undefined;
  limit?: number | undefined;
  /** Only addresses that contain this text, in lower case. It looks through 1,000 addresses at most. Default: all. */
  part?: string | undefined;
  /** Only those with this reason, with the same limit. Default: all. */
  reason?: SuppressionReason | undefined;
}

/** Suppressed addresses of an account in the order of the alphabet. `next` is null at the end. */
export async function listSuppressed(
  messages: Table,
  accountId: string,
  { after, limit = maxPageItems, part = '', reason }: SuppressedQuery = {},
) {
  const fits = (each: Suppression) =>
    each.address.includes(part) && (reason ?? each.reason) === each.reason;
  const isWhole = part === '' && reason === undefined;
  const { items: suppressions, next: more } = await filteredPage(
    { after, limit, fits: isWhole ? null : fits },
    async (from, size) => {
      const { Items = [], LastEvaluatedKey: last } = await queryPage(messages, {
        KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: {
          ':account': { S: accountId },
          ':prefix': { S: suppressionPrefix },
        },
        ConsistentRead: true,
        Limit: size,
        ExclusiveStartKey: from ? suppressionItemKey(accountId, from) : undefined,
      });
      const next = last ? text(last, 'sk').slice(suppressionPrefix.length) : null;
      return { items: Items.map(toSuppression), next };
    },
    ({ address }) => address,
  );
  return { suppressions, next: more };
}

export const suppressionPrefix = 'S#';

export const suppressionItemKey = (accountId: string, address: string): Item => ({
  accountId: { S: accountId },
  sk: { S: `${suppressionPrefix}${suppressionAddress(address)}` },
});

export const isSuppressionKey = (sk: string) => sk.startsWith(suppressionPrefix);

function toSuppressionItem(
  accountId: string,
  { address, reason, at, detail, messageId }: Suppression,
): Item {
  const texts = { reason, at, detail: detail ?? undefined, messageId: messageId ?? undefined };
  return { ...suppressionItemKey(accountId, address), ...textItem(texts) };
}

export function toSuppression(item: Item): Suppression {
  const reason = text(item, 'reason');
  return {
    address: text(item, 'sk').slice(suppressionPrefix.length),
    reason: reason === 'bounce' || reason === 'complaint' ? reason : 'manual',
    at: text(item, 'at'),
    detail: optionalText(item, 'detail') ?? null,
    messageId: optionalText(item, 'messageId') ?? null,
  };
}
