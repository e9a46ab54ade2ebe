import type { AcceptedEvent } from '../../webhook/accepted.ts';
import type { EndpointPlace } from '../../webhook/endpoint.ts';
import { type Item, number, optionalNumber, optionalText, text, textItem } from './attributes.ts';
import { putItem, queryPage, type Table } from './dynamodb.ts';

/** How long an accepted event is kept, in seconds. */
const keptSeconds = 7 * 24 * 60 * 60;

const prefix = 'A#';

/** A partition for each endpoint, because a busy account accepts more events than one partition takes writes. */
const partitionOf = ({ accountId, endpointId }: EndpointPlace) => `${accountId}#${endpointId}`;

/** Keeps an accepted event for 7 days. The same event again is another entry. */
export async function keepAccepted(
  messages: Table,
  accountId: string,
  { endpointId, messageId, eventId, type, attempts, at, status, answer }: AcceptedEvent,
): Promise<void> {
  const item: Item = {
    accountId: { S: partitionOf({ accountId, endpointId }) },
    sk: { S: `${prefix}${at}#${eventId}` },
    ...textItem({ messageId, type, answer: answer || undefined }),
    attempts: { N: String(attempts) },
    expiresAt: { N: String(Math.ceil(Date.parse(at) / 1000) + keptSeconds) },
  };
  if (status !== null) item.status = { N: String(status) };
  await putItem(messages, item);
}

/** The newest events that an endpoint accepted, at most `limit`. */
export async function listAccepted(
  messages: Table,
  place: EndpointPlace,
  limit: number,
): Promise<AcceptedEvent[]> {
  const { Items = [] } = await queryPage(messages, {
    KeyConditionExpression: 'accountId = :endpoint AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':endpoint': { S: partitionOf(place) },
      ':prefix': { S: prefix },
    },
    ScanIndexForward: false,
    Limit: limit,
  });
  return Items.map((item) => {
    const [at = '', eventId = ''] = text(item, 'sk').slice(prefix.length).split('#');
    return {
      ...{ endpointId: place.endpointId, eventId, at },
      messageId: text(item, 'messageId'),
      type: text(item, 'type'),
      attempts: number(item, 'attempts'),
      status: optionalNumber(item, 'status') ?? null,
      answer: optionalText(item, 'answer') ?? '',
    };
  });
}
