import type { AcceptedEvent } from '../../webhook/accepted.ts';
import type { EndpointPlace } from '../../webhook/endpoint.ts';
import { optionalText, text, textItem } from './attributes.ts';
import { itemsOf, putItem, queryPage, type Table, unlessRefused, updateItem } from './dynamodb.ts';

/** How long an accepted event is kept, in milliseconds. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

const prefix = 'A#';

/** A partition for each endpoint, because a busy account accepts more events than one partition takes writes. */
const partitionOf = ({ accountId, endpointId }: EndpointPlace) => `${accountId}#${endpointId}`;

/** Keeps an accepted event for 7 days. The same event again is another entry. */
export async function keepAccepted(
  messages: Table,
  accountId: string,
  { endpointId, eventId, at, attempts, status, ...texts }: AcceptedEvent,
): Promise<void> {
  await putItem(messages, {
    ...textItem({
      ...texts,
      accountId: partitionOf({ accountId, endpointId }),
      sk: `${prefix}${at}#${eventId}`,
      attempts: `${attempts}`,
      status: `${status}`,
    }),
    expiresAt: { N: `${Math.ceil((Date.parse(at) + keptMs) / 1000)}` },
  });
}

/** Removes each kept answer of an endpoint that `isGone` accepts. */
export async function removeAnswers(
  messages: Table,
  place: EndpointPlace,
  isGone: (answer: string) => boolean,
): Promise<void> {
  const accountId = partitionOf(place);
  for (const item of await itemsOf(messages, accountId, prefix)) {
    if (!isGone(optionalText(item, 'answer') ?? '')) continue;
    const remove = updateItem(messages, textItem({ accountId, sk: text(item, 'sk') }), {
      ConditionExpression: 'attribute_exists(sk)',
      UpdateExpression: 'REMOVE answer',
    });
    await unlessRefused(remove);
  }
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
      attempts: Number(text(item, 'attempts')),
      status: Number(text(item, 'status')),
      answer: optionalText(item, 'answer') ?? '',
    };
  });
}
