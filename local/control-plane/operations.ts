import * as z from 'zod';
import { type ApiKey, type ApiKeys, Refusal } from './api-keys.ts';
import type { Usage } from './usage.ts';

/** A call of an operation. */
export interface Call {
  /** The ids in the path. */
  ids: string[];
  query: URLSearchParams;
  body: unknown;
}

/** The answer of an operation: a status and, but for deletions, a body. */
export interface Reply {
  status: number;
  body?: unknown;
}

type Operation = (keys: ApiKeys, call: Call, usage: Usage) => Reply;

const createApiKey = z.object({
  name: z.string().default(''),
  value: z
    .string()
    .regex(/^[A-Za-z0-9]{20,128}$/, 'API Key value should be 20 to 128 letters and digits'),
  enabled: z.boolean().default(false),
});

const day = z.iso.date({ error: 'Invalid date: use YYYY-MM-DD' });

const getUsage = z
  .object({ keyId: z.string().optional(), startDate: day, endDate: day })
  .refine(({ startDate, endDate }) => startDate <= endDate, 'endDate is before startDate')
  .refine(
    ({ startDate, endDate }) => Date.parse(endDate) - Date.parse(startDate) <= 90 * 86_400_000,
    'No more than 90 days at once',
  );

const createUsagePlanKey = z.object({
  keyId: z.string(),
  keyType: z.literal('API_KEY', { error: 'Invalid key type, use API_KEY' }),
});

/**
 * The operations that the CLI and the dashboard use, as API Gateway answers them over REST. A `*` in a path
 * is an id.
 *
 * https://docs.aws.amazon.com/apigateway/latest/api/API_Operations.html
 */
export const operations: Readonly<Record<string, Operation>> = {
  'POST /apikeys': (keys, { body }) => ({
    status: 201,
    body: keys.create(parse(createApiKey, body)),
  }),
  'GET /apikeys': (keys, { query }) => {
    const begins = query.get('name') ?? '';
    const found = keys.list().filter(({ name }) => name.startsWith(begins));
    return page(found, query, ({ value, ...key }) =>
      query.get('includeValues') === 'true' ? { ...key, value } : key,
    );
  },
  'DELETE /apikeys/*': (keys, { ids: [id = ''] }) => {
    keys.delete(id);
    return { status: 202 };
  },
  'POST /usageplans/*/keys': (keys, { ids: [planId = ''], body }) => {
    const { keyId } = parse(createUsagePlanKey, body);
    return { status: 201, body: planKey(keys.addToPlan(planId, keyId)) };
  },
  'GET /usageplans/*/keys': (keys, { ids: [planId = ''], query }) =>
    page(keys.keysOf(planId), query, planKey),
  'GET /usageplans/*/keys/*': (keys, { ids: [planId = '', keyId = ''] }) => ({
    status: 200,
    body: planKey(keys.keyOfPlan(planId, keyId)),
  }),
  'DELETE /usageplans/*/keys/*': (keys, { ids: [planId = '', keyId = ''] }) => {
    keys.removeFromPlan(planId, keyId);
    return { status: 202 };
  },
  'GET /usageplans/*/usage': (keys, { ids: [planId = ''], query }, usage) =>
    usageOf(keys.plan(planId).id, query, usage),
};

function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Refusal('BadRequestException', parsed.error.issues[0]?.message ?? 'Invalid request');
}

function page<T>(all: readonly T[], query: URLSearchParams, show: (one: T) => object): Reply {
  const { items, position } = slice(all, query);
  return { status: 200, body: { item: items.map(show), ...position } };
}

/** One page of a list. `position` is where the next page begins. */
function slice<T>(all: readonly T[], query: URLSearchParams) {
  const limit = Number(query.get('limit') ?? 25);
  const start = Number(query.get('position') ?? 0);
  if (!(limit >= 1 && limit <= 500) || !(start >= 0)) {
    throw new Refusal('BadRequestException', 'Invalid limit or position');
  }
  const next = start + limit;
  const position = next < all.length ? { position: String(next) } : {};
  return { items: all.slice(start, next), position };
}

/** For each key and day, the number of requests and the rest of the plan's quota: 0, because no plan has a quota. */
function usageOf(usagePlanId: string, query: URLSearchParams, usage: Usage): Reply {
  const { keyId, startDate, endDate } = parse(getUsage, Object.fromEntries(query));
  const used = [...usage.between(usagePlanId, startDate, endDate)];
  const asked = used.filter(([id]) => keyId === undefined || id === keyId);
  const { items, position } = slice(asked, query);
  const values = Object.fromEntries(items.map(([id, days]) => [id, days.map((n) => [n, 0])]));
  return { status: 200, body: { usagePlanId, startDate, endDate, ...position, values } };
}

function planKey({ id, name, value }: ApiKey): object {
  return { id, name, type: 'API_KEY', value };
}
