import type { EndpointPlace } from '../../webhook/endpoint.ts';
import { type Item, text } from './attributes.ts';
import { changeTextsOf, type TextChange } from './change-texts.ts';
import { deleteItem, putItem, queryPage, type Table } from './dynamodb.ts';

/** How long a parked event is kept at most, in seconds: longer than it may wait. */
const keptSeconds = 7 * 24 * 60 * 60;

export interface ParkedPlace extends EndpointPlace {
  eventId: string;
  event: { timestamp: string };
}

const prefix = 'Q#';

const prefixOf = (endpointId: string) => `${prefix}${endpointId}#`;

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

/** Changes every event of an account that waits, as JSON. */
export const changeParked = (messages: Table, accountId: string, change: TextChange) =>
  changeTextsOf(messages, accountId, prefix, change);

/** Removes an event that no longer waits. Does nothing if it is not parked. */
export async function removeParked(messages: Table, parked: ParkedPlace): Promise<void> {
  await deleteItem(messages, parkedItemKey(parked));
}
