import type { Item } from './attributes.ts';
import { deleteItem, putItem, type Table, unlessRefused } from './dynamodb.ts';

/** One of the slow requests to webhooks that an account may have under way at once. */
export interface Slot {
  accountId: string;
  number: number;
  /** The end of its lease, in milliseconds since 1970: another request may take it then. */
  untilMs: number;
}

const slotItemKey = ({ accountId, number }: Slot): Item => ({
  accountId: { S: accountId },
  sk: { S: `X#${number}` },
});

/** Takes a free slot of an account until it is given back, at most until `untilMs`; null if all `slots` are taken. */
export async function takeSlot(
  messages: Table,
  accountId: string,
  { slots, nowMs, untilMs }: { slots: number; nowMs: number; untilMs: number },
): Promise<Slot | null> {
  for (let number = 0; number < slots; number += 1) {
    const slot = { accountId, number, untilMs };
    const item = {
      ...slotItemKey(slot),
      untilMs: { N: String(untilMs) },
      expiresAt: { N: String(Math.ceil(untilMs / 1000)) },
    };
    const take = putItem(messages, item, {
      ConditionExpression: 'attribute_not_exists(sk) OR untilMs <= :now',
      ExpressionAttributeValues: { ':now': { N: String(nowMs) } },
    });
    if (await unlessRefused(take)) return slot;
  }
  return null;
}

/** Gives a slot back, unless its lease was over and another request has it. */
export async function freeSlot(messages: Table, slot: Slot): Promise<void> {
  const free = deleteItem(messages, slotItemKey(slot), {
    ConditionExpression: 'untilMs = :until',
    ExpressionAttributeValues: { ':until': { N: String(slot.untilMs) } },
  });
  await unlessRefused(free);
}
