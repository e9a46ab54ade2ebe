import { type Suppression, suppressionAddress } from '../../message/suppression.ts';
import { type Item, optionalText, text, textItem } from './attributes.ts';

/** What the sort keys of suppressed addresses begin with. */
export const suppressionPrefix = 'S#';

/** The whole key of a suppressed address. */
export const suppressionItemKey = (accountId: string, address: string): Item => ({
  accountId: { S: accountId },
  sk: { S: `${suppressionPrefix}${suppressionAddress(address)}` },
});

/** Whether a sort key is one of a suppressed address. */
export const isSuppressionKey = (sk: string) => sk.startsWith(suppressionPrefix);

/** A suppressed address as an item of the table. */
export function toSuppressionItem(
  accountId: string,
  { address, reason, at, detail, messageId }: Suppression,
): Item {
  const texts = { reason, at, detail: detail ?? undefined, messageId: messageId ?? undefined };
  return { ...suppressionItemKey(accountId, address), ...textItem(texts) };
}

/** The suppressed address in an item. */
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
