import type { AcceptedEvent } from '../../webhook/accepted.ts';
import type { EndpointPlace } from '../../webhook/endpoint.ts';
import { optionalText, text, textItem } from './attributes.ts';
import { changeTextsOf, type TextChange } from './change-texts.ts';
import { putItem, queryPage, type Table } from './dynamodb.ts';

/** How long an accepted event is kept, in milliseconds. */
export const acceptedMs = 7 * 24 * 60 * 60 * 1000;

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
    expiresAt: { N: `${Math.ceil((Date.parse(at) + acceptedMs) / 1000)}` },
  });
}

/** Changes the kept answers of an endpoint. */
export const changeAnswers = (messages: Table, place: EndpointPlace, change: TextChange) =>
  changeTextsOf(messages, partitionOf(place), prefix, change);

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
