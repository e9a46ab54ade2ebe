import * as z from 'zod';
import type { UsagePlan } from '../template/usage-plans.ts';
import type { ApiKey, ApiKeys } from './api-keys.ts';
import { Refusal } from './refusal.ts';

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

type Operation = (keys: ApiKeys, call: Call) => Reply;

const createApiKey = z.object({
  name: z.string().default(''),
  value: z
    .string()
    .regex(/^[A-Za-z0-9]{20,128}$/, 'API Key value should be 20 to 128 letters and digits'),
  enabled: z.boolean().default(false),
});

const createUsagePlanKey = z.object({
  keyId: z.string(),
  keyType: z.literal('API_KEY', { error: 'Invalid key type, use API_KEY' }),
});

/**
 * The operations that the CLI needs, as API Gateway answers them over REST; `*` in a path is
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
];

function parse<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new Refusal('BadRequestException', parsed.error.issues[0]?.message ?? 'Invalid request');
}

/** Lists come in pages, `position` being where the next one begins. */
function page<T>(all: readonly T[], query: URLSearchParams, show: (one: T) => object): Reply {
  const limit = Number(query.get('limit') ?? 25);
  const start = Number(query.get('position') ?? 0);
  if (!(limit >= 1 && limit <= 500) || !(start >= 0)) {
    throw new Refusal('BadRequestException', 'Invalid limit or position');
  }
  const next = start + limit;
  const more = next < all.length && { position: String(next) };
  return { status: 200, body: { item: all.slice(start, next).map(show), ...more } };
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
