import type { FailurePlace, WebhookFailure } from '../../webhook/failure.ts';
import { type Item, number, optionalNumber, optionalText, text, textItem } from './attributes.ts';
import {
  deleteItem,
  putItem,
  queryPage,
  type Table,
  unlessRefused,
  updateItem,
} from './dynamodb.ts';

const prefix = 'H#';

/** How long a failure is kept after its last try, in seconds. */
const keptSeconds = 7 * 24 * 60 * 60;

const failureItemKey = (
  accountId: string,
  { messageId, eventId, endpointId }: FailurePlace,
): Item => ({
  accountId: { S: accountId },
  sk: { S: `${prefix}${messageId}#${eventId}#${endpointId}` },
});

/** Keeps a failure for 7 days after its last try, and replaces what was kept of its earlier tries. */
export async function recordFailure(
  messages: Table,
  accountId: string,
  failure: WebhookFailure,
): Promise<void> {
  const { type, attempts, lastAt, lastStatus, lastError, nextAt } = failure;
  const expiresAt = Math.ceil(Date.parse(lastAt) / 1000) + keptSeconds;
  const item: Item = {
    ...failureItemKey(accountId, failure),
    ...textItem({ type, lastAt, lastError: lastError ?? undefined, nextAt: nextAt ?? undefined }),
    attempts: { N: String(attempts) },
    expiresAt: { N: String(expiresAt) },
  };
  if (lastStatus !== null) item.lastStatus = { N: String(lastStatus) };
  await putItem(messages, item);
}

/** Removes the next try of a failure, because its endpoint is paused. Does nothing if there is no such failure. */
export async function endFailure(
  messages: Table,
  accountId: string,
  failure: FailurePlace,
): Promise<void> {
  const end = updateItem(messages, failureItemKey(accountId, failure), {
    UpdateExpression: 'REMOVE nextAt',
    ConditionExpression: 'attribute_exists(sk)',
  });
  await unlessRefused(end);
}

/** Removes a failure, if there is one. */
export async function removeFailure(
  messages: Table,
  accountId: string,
  failure: FailurePlace,
): Promise<void> {
  await deleteItem(messages, failureItemKey(accountId, failure));
}

export interface FailureQuery {
  endpointId?: string | undefined;
  messageId?: string | undefined;
}

/** The failures of an account, at most `limit`, those of its newest messages first. Strongly consistent. */
export async function listFailures(
  messages: Table,
  accountId: string,
  { endpointId, messageId }: FailureQuery,
  limit: number,
): Promise<WebhookFailure[]> {
  const found: WebhookFailure[] = [];
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await queryPage(messages, {
      KeyConditionExpression: 'accountId = :account AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: {
        ':account': { S: accountId },
        ':prefix': { S: messageId === undefined ? prefix : `${prefix}${messageId}#` },
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      ExclusiveStartKey: from,
    });
    const failures = Items.map(toFailure);
    found.push(...failures.filter((each) => (endpointId ?? each.endpointId) === each.endpointId));
    from = LastEvaluatedKey;
  } while (from && found.length < limit);
  return found.slice(0, limit);
}

function toFailure(item: Item): WebhookFailure {
  const [messageId = '', eventId = '', endpointId = ''] = text(item, 'sk')
    .slice(prefix.length)
    .split('#');
  return {
    messageId,
    eventId,
    endpointId,
    type: text(item, 'type'),
    attempts: number(item, 'attempts'),
    lastAt: text(item, 'lastAt'),
    lastStatus: optionalNumber(item, 'lastStatus') ?? null,
    lastError: optionalText(item, 'lastError') ?? null,
    nextAt: optionalText(item, 'nextAt') ?? null,
  };
}
