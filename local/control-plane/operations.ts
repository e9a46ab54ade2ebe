import * as z from 'zod';
import { type ApiKey, type ApiKeys, Refusal } from './api-keys.ts';
import type { Usage } from './usage.ts';

export interface OperationCall {
  /** The ids in the path. */
  ids: string[];
  query: URLSearchParams;
  body: unknown;
}

/** The answer of an operation: a status and, but for deletions, a body. */
export interface OperationReply {
  status: number;
  body?: unknown;
}

type Operation = (keys: ApiKeys, call: OperationCall, usage: Usage) => OperationReply;

const createApiKey = z.object({ name: z.string(), value: z.string(), enabled: z.boolean() });
const getUsage = z.object({
  keyId: z.string().optional(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
});
const createUsagePlanKey = z.object({ keyId: z.string(), keyType: z.literal('API_KEY') });

/**
 * The operations that the CLI and the dashboard use, with lists of one page. `*` in a path is an id.
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
    const isShown = query.get('includeValues') === 'true';
    return list(found.map(({ value, ...key }) => (isShown ? { ...key, value } : key)));
  },
  'DELETE /apikeys/*': (keys, { ids: [id = ''] }) => {
    keys.delete(id);
    return { status: 202 };
  },
  'POST /usageplans/*/keys': (keys, { ids: [planId = ''], body }) => {
    const { keyId } = parse(createUsagePlanKey, body);
    return { status: 201, body: planKey(keys.addToPlan(planId, keyId)) };
  },
  'GET /usageplans/*/keys': (keys, { ids: [planId = ''] }) =>
    list(keys.keysOf(planId).map(planKey)),
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

const list = (item: readonly object[]): OperationReply => ({ status: 200, body: { item } });

/** For each key and day, the number of requests and the rest of the plan's quota: 0, because no plan has a quota. */
function usageOf(usagePlanId: string, query: URLSearchParams, usage: Usage): OperationReply {
  const { keyId, startDate, endDate } = parse(getUsage, Object.fromEntries(query));
  const used = [...usage.between(usagePlanId, startDate, endDate)];
  const asked = used.filter(([id]) => keyId === undefined || id === keyId);
  const values = Object.fromEntries(asked.map(([id, days]) => [id, days.map((n) => [n, 0])]));
  return { status: 200, body: { usagePlanId, startDate, endDate, values } };
}

function planKey({ id, name, value }: ApiKey): object {
  return { id, name, type: 'API_KEY', value };
}
