import type { EndpointPlace } from '../../webhook/endpoint.ts';
import { type Item, text, textItem } from './attributes.ts';
import {
  deleteItem,
  itemsOf,
  putItem,
  queryPage,
  type Table,
  unlessRefused,
  updateItem,
} from './dynamodb.ts';

/** How long a parked event is kept at most, in seconds: longer than it may wait. */
const keptSeconds = 7 * 24 * 60 * 60;

export interface ParkedPlace extends EndpointPlace {
  eventId: string;
  event: { timestamp: string };
}

const prefixOf = (endpointId: string) => `Q#${endpointId}#`;

/** The whole key of a parked event: in the first partition of its account, the oldest event of an endpoint first. */
const parkedItemKey = ({ accountId, endpointId, eventId, event }: ParkedPlace): Item => ({
  accountId: { S: accountId },
  sk: { S: `${prefixOf(endpointId)}${event.timestamp}#${eventId}` },
});

/** Keeps an event that waits for its endpoint. The same event again replaces it. */
export async function parkEvent(
  messages: Table,
  parked: ParkedPlace,
  nowMs: number,
): Promise<void> {
  await putItem(messages, {
    ...parkedItemKey(parked),
    parked: { S: JSON.stringify(parked) },
    expiresAt: { N: String(Math.ceil(nowMs / 1000) + keptSeconds) },
  });
}

/** The oldest parked events of an endpoint, at most `limit`, as given to `parkEvent`. Strongly consistent. */
export async function listParked(
  messages: Table,
  { accountId, endpointId }: EndpointPlace,
  limit: number,
): Promise<unknown[]> {
  const { Items = [] } = await queryPage(messages, {
    KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':account': { S: accountId },
      ':prefix': { S: prefixOf(endpointId) },
    },
    Limit: limit,
    ConsistentRead: true,
  });
  return Items.map((item) => JSON.parse(text(item, 'parked')));
}

/** Every event of an account that waits, as given to `parkEvent`, by its key. */
export async function listAllParked(
  messages: Table,
  accountId: string,
): Promise<{ sk: string; parked: unknown }[]> {
  const items = await itemsOf(messages, accountId, 'Q#');
  return items.map((item) => ({ sk: text(item, 'sk'), parked: JSON.parse(text(item, 'parked')) }));
}

/** Changes an event that still waits. */
export async function changeParked(
  messages: Table,
  accountId: string,
  { sk, parked }: { sk: string; parked: unknown },
): Promise<void> {
  const change = updateItem(messages, textItem({ accountId, sk }), {
    ConditionExpression: 'attribute_exists(sk)',
    UpdateExpression: 'SET parked = :parked',
    ExpressionAttributeValues: { ':parked': { S: JSON.stringify(parked) } },
  });
  await unlessRefused(change);
}

/** Removes an event that no longer waits. Does nothing if it is not parked. */
export async function removeParked(messages: Table, parked: ParkedPlace): Promise<void> {
  await deleteItem(messages, parkedItemKey(parked));
}
