import * as z from 'zod/mini';
import {
  type EndpointPlace,
  isWebhookType,
  type Receiver,
  type WebhookEndpoint,
} from '../../webhook/endpoint.ts';
import { type Item, number, optionalNumber, optionalText, text } from './attributes.ts';
import { type Change, put, remove, update } from './change.ts';
import { getItem, queryAll, type Table, unlessRefused, updatedItem } from './dynamodb.ts';
import { Expression, updateText } from './expression.ts';

const prefix = 'W#';

/** Ends the partition key of an account's endpoints, which few roles may read (lib/tables.ts). */
const partitionEnd = '#webhooks';

/** The whole key of an endpoint: in a partition of its own, because it has secrets. */
const endpointItemKey = ({ accountId, endpointId }: EndpointPlace): Item => ({
  accountId: { S: `${accountId}${partitionEnd}` },
  sk: { S: `${prefix}${endpointId}` },
});

/** Adds an endpoint, or replaces the one with its id. */
export async function putEndpoint(
  messages: Table,
  endpoint: WebhookEndpoint,
  change: Change,
): Promise<void> {
  const attributes = Object.entries(attributesOf(endpoint)).filter(([, value]) => value !== null);
  const item = { ...endpointItemKey(endpoint), ...(Object.fromEntries(attributes) as Item) };
  await change(messages, put(messages, item));
}

/** All endpoints of an account, in the order of their ids. Strongly consistent. */
export async function listEndpoints(
  messages: Table,
  accountId: string,
): Promise<WebhookEndpoint[]> {
  return (await query(messages, accountId)).map(toEndpoint);
}

/** What a function that announces events may read of an endpoint: its policy names these, too (lib/tables.ts). */
export const receiverAttributes = ['accountId', 'sk', 'state', 'test', 'types'];

/** Like `listEndpoints`, but without the secrets. */
export async function listReceivers(messages: Table, accountId: string): Promise<Receiver[]> {
  return (await query(messages, accountId, receiverAttributes)).map(toReceiver);
}

/** The items of an account's endpoints, with all or only some attributes. */
function query(messages: Table, accountId: string, attributes: string[] = []) {
  const expression = new Expression();
  const partition = expression.text(`${accountId}${partitionEnd}`);
  const KeyConditionExpression = `${expression.name('accountId')} = ${partition}`;
  const names = attributes.map((name) => expression.name(name));
  // The policy demands `Select`.
  const some = { ProjectionExpression: names.join(', '), Select: 'SPECIFIC_ATTRIBUTES' } as const;
  return queryAll(messages, {
    ...{ KeyConditionExpression, ConsistentRead: true },
    ...(names.length > 0 ? some : {}),
    ...expression.attributes(),
  });
}

/** An endpoint; null if the account has none with this id. Strongly consistent. */
export async function readEndpoint(
  messages: Table,
  accountId: string,
  endpointId: string,
): Promise<WebhookEndpoint | null> {
  const item = await getItem(messages, endpointItemKey({ accountId, endpointId }));
  return item ? toEndpoint(item) : null;
}

/** Deletes an endpoint; false if there was none. */
export async function deleteEndpoint(
  messages: Table,
  accountId: string,
  endpointId: string,
  change: Change,
): Promise<boolean> {
  const Key = endpointItemKey({ accountId, endpointId });
  const write = remove(messages, Key, { ConditionExpression: 'attribute_exists(sk)' });
  return unlessRefused(change(messages, write));
}

type EndpointChange = Partial<Omit<WebhookEndpoint, keyof EndpointPlace>>;

/**
 * Changes fields of an endpoint as the service's own doing, and returns it; null if there is none, or if a field differs
 * from `only`.
 */
export function updateEndpoint(
  messages: Table,
  place: EndpointPlace,
  fields: EndpointChange,
  only: EndpointChange = {},
): Promise<WebhookEndpoint | null> {
  return send(messages, place, updateOf(fields, only));
}

/** The same for a person, who gets the endpoint as it is afterwards. */
export async function changeEndpoint(
  messages: Table,
  place: EndpointPlace,
  fields: EndpointChange,
  only: EndpointChange,
  change: Change,
): Promise<WebhookEndpoint | null> {
  const input = inputOf(updateOf(fields, only));
  const write = update(messages, endpointItemKey(place), input);
  const { accountId, endpointId } = place;
  return (await unlessRefused(change(messages, write)))
    ? readEndpoint(messages, accountId, endpointId)
    : null;
}

function updateOf(fields: EndpointChange, only: EndpointChange): Update {
  const expression = new Expression();
  return {
    expression,
    ...assigned(fields, expression),
    conditions: Object.entries(attributesOf(only)).map(([name, value]) =>
      value === null
        ? `attribute_not_exists(${expression.name(name)})`
        : `${expression.name(name)} = ${expression.value(value)}`,
    ),
  };
}

export interface FailedTry extends Pick<WebhookEndpoint, 'lastStatus' | 'lastError' | 'retryAt'> {
  /** ISO 8601, when it failed. */
  at: string;
}

/** Counts a failed try, and returns the changed endpoint; null if there is no such endpoint. */
export function countFailedTry(
  messages: Table,
  place: EndpointPlace,
  { at, ...failed }: FailedTry,
): Promise<WebhookEndpoint | null> {
  const expression = new Expression();
  const { sets, removes } = assigned(failed, expression);
  const since = expression.name('failingSince');
  const failures = expression.name('failures');
  return send(messages, place, {
    expression,
    sets: [
      ...sets,
      `${since} = if_not_exists(${since}, ${expression.text(at)})`,
      `${failures} = ${failures} + ${expression.value({ N: '1' })}`,
    ],
    removes,
    conditions: [],
  });
}

interface Update {
  expression: Expression;
  sets: string[];
  removes: string[];
  conditions: string[];
}

function inputOf({ expression, sets, removes, conditions }: Update) {
  return {
    UpdateExpression: updateText(sets, removes),
    ConditionExpression: ['attribute_exists(sk)', ...conditions].join(' AND '),
    ...expression.attributes(),
  };
}

async function send(
  messages: Table,
  place: EndpointPlace,
  made: Update,
): Promise<WebhookEndpoint | null> {
  const changed = await updatedItem(messages, endpointItemKey(place), inputOf(made));
  return changed && toEndpoint(changed);
}

/** The assignments that give an endpoint these fields. A field that is null has no attribute. */
function assigned(change: EndpointChange, expression: Expression) {
  const sets: string[] = [];
  const removes: string[] = [];
  for (const [name, value] of Object.entries(attributesOf(change))) {
    if (value === null) removes.push(expression.name(name));
    else sets.push(`${expression.name(name)} = ${expression.value(value)}`);
  }
  return { sets, removes };
}

/** The given fields as attributes of the item, without the two of its key. */
function attributesOf(fields: EndpointChange & Partial<EndpointPlace>) {
  const { accountId: _, endpointId: __, ...others } = fields;
  return Object.fromEntries(
    Object.entries(others).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, attributeOf(value)]],
    ),
  );
}

function attributeOf(value: NonNullable<unknown> | null): Item[string] | null {
  if (value === null) return null;
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  return { S: JSON.stringify(value) };
}

function toReceiver(item: Item): Receiver {
  const types = optionalText(item, 'types');
  return {
    endpointId: text(item, 'sk').slice(prefix.length),
    types: types === undefined ? null : typeNames.parse(JSON.parse(types)).filter(isWebhookType),
    test: item.test?.BOOL === true,
    state: text(item, 'state') === 'PAUSED' ? 'PAUSED' : 'ACTIVE',
  };
}

function toEndpoint(item: Item): WebhookEndpoint {
  const reason = optionalText(item, 'pausedBecause');
  return {
    ...toReceiver(item),
    accountId: text(item, 'accountId').slice(0, -partitionEnd.length),
    url: text(item, 'url'),
    secrets: secretList.parse(JSON.parse(text(item, 'secrets'))),
    pausedBecause: reason === 'gone' || reason === 'failing' || reason === 'asked' ? reason : null,
    createdAt: text(item, 'createdAt'),
    failingSince: optionalText(item, 'failingSince') ?? null,
    failures: number(item, 'failures'),
    retryAt: optionalText(item, 'retryAt') ?? null,
    wakeAt: optionalText(item, 'wakeAt') ?? null,
    slow: item.slow?.BOOL === true,
    lastStatus: optionalNumber(item, 'lastStatus') ?? null,
    lastError: optionalText(item, 'lastError') ?? null,
  };
}

const typeNames = z.array(z.string());

const secretList = z.array(z.object({ secret: z.string(), until: z.nullable(z.string()) }));
