import * as z from 'zod';
import type { UsagePlan } from '../template/usage-plans.ts';
import type { ApiKey, ApiKeys } from './api-keys.ts';
import { Refusal } from './refusal.ts';
import type { Usage } from './usage.ts';

/** One call of an operation. */
export interface Call {
  /** The variable parts of the path. */
  path: string[];
  query: URLSearchParams;
  body: unknown;
}

/** What an operation answers: a status and, but for deletions, a body. */
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
 * The operations that the CLI and the dashboard need, as API Gateway answers them over REST; `*` in a path is
 * anything.
 *
 * https://docs.aws.amazon.com/apigateway/latest/api/API_Operations.html
 */
export const operations: readonly [method: string, path: string, operation: Operation][] = [
  [
    'POST',
    '/apikeys',
    (keys, { body }) => ({ status: 201, body: keys.create(parse(createApiKey, body)) }),
  ],
  [
    'GET',
    '/apikeys',
    (keys, { query }) => {
      const begins = query.get('name') ?? '';
      const found = keys.list().filter(({ name }) => name.startsWith(begins));
      return page(found, query, (key) => shown(key, query.get('includeValues') === 'true'));
    },
  ],
  [
    'GET',
    '/apikeys/*',
    (keys, { path: [id = ''], query }) => ({
      status: 200,
      body: shown(keys.get(id), query.get('includeValue') === 'true'),
    }),
  ],
  [
    'DELETE',
    '/apikeys/*',
    (keys, { path: [id = ''] }) => {
      keys.delete(id);
      return { status: 202 };
    },
  ],
  ['GET', '/usageplans', (keys, { query }) => page(keys.plans, query, shownPlan)],
  [
    'GET',
    '/usageplans/*',
    (keys, { path: [id = ''] }) => ({ status: 200, body: shownPlan(keys.plan(id)) }),
  ],
  [
    'POST',
    '/usageplans/*/keys',
    (keys, { path: [planId = ''], body }) => {
      const { keyId } = parse(createUsagePlanKey, body);
      return { status: 201, body: planKey(keys.addToPlan(planId, keyId)) };
    },
  ],
  [
    'GET',
    '/usageplans/*/keys',
    (keys, { path: [planId = ''], query }) => page(keys.keysOf(planId), query, planKey),
  ],
  [
    'GET',
    '/usageplans/*/keys/*',
    (keys, { path: [planId = '', keyId = ''] }) => ({
      status: 200,
      body: planKey(keys.keyOfPlan(planId, keyId)),
    }),
  ],
  [
    'DELETE',
    '/usageplans/*/keys/*',
    (keys, { path: [planId = '', keyId = ''] }) => {
      keys.removeFromPlan(planId, keyId);
      return { status: 202 };
    },
  ],
  [
    'GET',
    '/usageplans/*/usage',
    (keys, { path: [planId = ''], query }, usage) => usageOf(keys.plan(planId), query, usage),
  ],
];

function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Refusal('BadRequestException', parsed.error.issues[0]?.message ?? 'Invalid request');
}

function page<T>(all: readonly T[], query: URLSearchParams, show: (one: T) => object): Reply {
  const { items, position } = slice(all, query);
  return { status: 200, body: { item: items.map(show), ...position } };
}

/** Lists come in pages, `position` being where the next one begins. */
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

/** By key, a pair for each day: what was used, and what the plan's quota leaves, which has none. */
function usageOf({ id: usagePlanId }: UsagePlan, query: URLSearchParams, usage: Usage): Reply {
  const { keyId, startDate, endDate } = parse(getUsage, Object.fromEntries(query));
  const used = [...usage.between(usagePlanId, startDate, endDate)];
  const asked = used.filter(([id]) => keyId === undefined || id === keyId);
  const { items, position } = slice(asked, query);
  const values = Object.fromEntries(items.map(([id, days]) => [id, days.map((n) => [n, 0])]));
  return { status: 200, body: { usagePlanId, startDate, endDate, ...position, values } };
}

function shown({ value, ...key }: ApiKey, withValue: boolean): object {
  return withValue ? { ...key, value } : key;
}

function planKey({ id, name, value }: ApiKey): object {
  return { id, name, type: 'API_KEY', value };
}

function shownPlan({ id, name, ratePerSecond, burst }: UsagePlan): object {
  return { id, name, throttle: { rateLimit: ratePerSecond, burstLimit: burst } };
}
