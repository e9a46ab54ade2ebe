import {
  APIGatewayClient,
  type APIGatewayClientConfig,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeyCommand,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
} from '@aws-sdk/client-api-gateway';
import type { Plan } from '../plans.ts';
import { type CallTimes, callTimes } from './call-times.ts';

/** The usage plans of this deployment: API Gateway counts an account's requests by its key in one of them. */
export interface UsagePlans {
  client: APIGatewayClient;
  ids: Record<Plan, string>;
}

export function apiGatewayClient(
  times: CallTimes,
  settings: Pick<APIGatewayClientConfig, 'region' | 'endpoint' | 'credentials' | 'profile'> = {},
): APIGatewayClient {
  return new APIGatewayClient({ ...settings, ...callTimes(times) });
}

/** The API Gateway key of an account: its value is what every API key of the account carries. */
export const gatewayKeyOf = ({
  accountId,
  usageIdentifierKey,
}: {
  accountId: string;
  usageIdentifierKey: string;
}) => ({ name: `postrider ${accountId}`, value: usageIdentifierKey });

/** Returns the new key's id. `value` is fresh, so a conflict comes from our own first try, whose answer was lost. */
export async function createGatewayKey(
  { client }: UsagePlans,
  { name, value }: { name: string; value: string },
): Promise<string> {
  try {
    const { id } = await client.send(new CreateApiKeyCommand({ name, value, enabled: true }));
    if (id) return id;
  } catch (error) {
    if (!(error instanceof ConflictException)) throw error;
  }
  const found = await client.send(new GetApiKeysCommand({ nameQuery: name, includeValues: true }));
  const ours = found.items?.find((key) => key.value === value)?.id;
  if (!ours) throw new Error(`API Gateway created the key ${name} but does not show it`);
  return ours;
}

/** Deletes an API Gateway key, which also removes it from its plan. A key that no longer exists is not an error. */
export async function deleteGatewayKey({ client }: UsagePlans, apiKey: string): Promise<void> {
  await unlessGone(client.send(new DeleteApiKeyCommand({ apiKey })));
}

/** Adds a key to a plan; not an error if the key is in it already, but one if it is in another plan of the stage. */
export async function joinPlan(usagePlans: UsagePlans, keyId: string, plan: Plan): Promise<void> {
  const usagePlanId = usagePlans.ids[plan];
  const join = new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' });
  try {
    await usagePlans.client.send(join);
  } catch (error) {
    const itself = error instanceof ConflictException && (await isInPlan(usagePlans, keyId, plan));
    if (!itself) throw error;
  }
}

/** Whether API Gateway refused a call because the key or the plan does not exist. */
export function isUnknownKey(error: unknown): boolean {
  return error instanceof NotFoundException;
}

/** Removes a key from a plan. A key that is not in it is not an error. */
export async function leavePlan(
  { client, ids }: UsagePlans,
  keyId: string,
  plan: Plan,
): Promise<void> {
  await unlessGone(client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: ids[plan], keyId })));
}

export async function isInPlan(
  { client, ids }: UsagePlans,
  keyId: string,
  plan: Plan,
): Promise<boolean> {
  const get = new GetUsagePlanKeyCommand({ usagePlanId: ids[plan], keyId });
  return (await unlessGone(client.send(get))) !== null;
}

async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

/** Every key of this region by its id, and whether it is switched on. Needs `apigateway:GET` on `/apikeys`. */
export async function listGatewayKeys({ client }: UsagePlans): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  for await (const page of paginateGetApiKeys({ client, pageSize: 500 }, {})) {
    for (const { id, enabled } of page.items ?? []) if (id) found.set(id, enabled ?? false);
  }
  return found;
}

/** The ids of the keys in a plan. Needs `apigateway:GET` on `/usageplans/*`. */
export async function keysInPlan({ client, ids }: UsagePlans, plan: Plan): Promise<Set<string>> {
  const found = new Set<string>();
  const asked = { usagePlanId: ids[plan] };
  for await (const page of paginateGetUsagePlanKeys({ client, pageSize: 500 }, asked)) {
    for (const { id } of page.items ?? []) if (id) found.add(id);
  }
  return found;
}
