import type { IncomingMessage } from 'node:http';
import { serve } from './serve.ts';

export interface ApiGatewayStub {
  endpoint: string;
  /** The keys by id, as they were created. */
  keys: Map<string, { id: string; name: string; value: string }>;
  /** Which keys are in which plan: `planId/keyId`. */
  members: Set<string>;
  /** The counts that GetUsage returns for a key: for each day the requests, and the rest of the quota. */
  usage: Map<string, [used: number, left: number][]>;
  /** The queries of the GetUsage calls. */
  usageQueries: Record<string, string>[];
  /** The calls that the stub received, as `POST /apikeys`. */
  calls: string[];
  /** Set it to make calls fail: a status for a call, or undefined to let it pass. */
  failure: (call: string) => number | undefined;
}

type Answer = { status: number; body?: object };

/** The REST operations of API Gateway's control plane that accounts need, in memory. */
export async function startApiGatewayStub(): Promise<ApiGatewayStub> {
  const stub: ApiGatewayStub = {
    endpoint: '',
    keys: new Map(),
    members: new Set(),
    usage: new Map(),
    usageQueries: [],
    calls: [],
    failure: () => undefined,
  };
  const { url } = await serve(async (incoming, outgoing) => {
    const call = `${incoming.method} ${incoming.url?.split('?')[0]}`;
    stub.calls.push(call);
    const status = stub.failure(call);
    const body = await readJson(incoming);
    const { searchParams } = new URL(incoming.url ?? '', 'http://stub');
    const query = Object.fromEntries(searchParams);
    const answer =
      status === undefined ? operate(stub, call, { ...query, ...body }) : refusal(status);
    outgoing.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(answer.status >= 400 && { 'x-amzn-errortype': errorTypes[answer.status] }),
    });
    outgoing.end(JSON.stringify(answer.body ?? {}));
  });
  stub.endpoint = url;
  return stub;
}

const errorTypes: Record<number, string> = {
  400: 'BadRequestException',
  404: 'NotFoundException',
  409: 'ConflictException',
};

const refusal = (status: number): Answer => ({ status, body: { message: `Answer ${status}` } });

function operate(stub: ApiGatewayStub, call: string, body: Record<string, string>): Answer {
  const [method, , collection, id = '', , keyId = ''] = call.split(/[ /]/);
  if (call === `GET /usageplans/${id}/usage`) return usageOf(stub, body);
  if (call === `GET /usageplans/${id}/keys`) return membersOf(stub, id);
  const operation = `${method} ${collection}${keyId ? '/keys/id' : ''}`;
  const member = `${id}/${keyId}`;
  switch (operation) {
    case 'POST apikeys':
      return createKey(stub, body);
    case 'GET apikeys':
      return { status: 200, body: { item: [...stub.keys.values()] } };
    case 'DELETE apikeys':
      return deleteKey(stub, id);
    case 'POST usageplans':
      return join(stub, id, body.keyId ?? '');
    case 'GET usageplans/keys/id':
      return stub.members.has(member) ? { status: 200, body: { id: keyId } } : refusal(404);
    case 'DELETE usageplans/keys/id':
      return stub.members.delete(member) ? { status: 202 } : refusal(404);
    default:
      throw new Error(`The stub does not know ${call}`);
  }
}

function membersOf({ members }: ApiGatewayStub, planId: string): Answer {
  const ids = [...members].filter((member) => member.startsWith(`${planId}/`));
  return { status: 200, body: { item: ids.map((id) => ({ id: id.slice(planId.length + 1) })) } };
}

function usageOf(stub: ApiGatewayStub, query: Record<string, string>): Answer {
  stub.usageQueries.push(query);
  const { keyId = '' } = query;
  const counted = stub.usage.get(keyId);
  return { status: 200, body: { values: counted ? { [keyId]: counted } : {} } };
}

function createKey(stub: ApiGatewayStub, { name = '', value = '' }: Record<string, string>) {
  if ([...stub.keys.values()].some((key) => key.value === value)) return refusal(409);
  const key = { id: `gw${stub.keys.size + 1}`, name, value };
  stub.keys.set(key.id, key);
  return { status: 201, body: key };
}

function deleteKey(stub: ApiGatewayStub, id: string): Answer {
  for (const member of stub.members) if (member.endsWith(`/${id}`)) stub.members.delete(member);
  return stub.keys.delete(id) ? { status: 202 } : refusal(404);
}

/** A key can be in only one plan of a stage: adding it again, to this or another plan, is a conflict. */
function join(stub: ApiGatewayStub, planId: string, keyId: string): Answer {
  if (!stub.keys.has(keyId)) return refusal(404);
  if ([...stub.members].some((member) => member.endsWith(`/${keyId}`))) return refusal(409);
  stub.members.add(`${planId}/${keyId}`);
  return { status: 201, body: { id: keyId } };
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, string>> {
  let body = '';
  for await (const chunk of incoming) body += chunk;
  return body ? JSON.parse(body) : {};
}
