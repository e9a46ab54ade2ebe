import { join } from 'node:path';
import { ApiKeys } from '../../../local/control-plane/api-keys.ts';
import { meter } from '../../../local/control-plane/usage.ts';
import { Gateway } from '../../../local/gateway/gateway.ts';
import { GatewayServer } from '../../../local/gateway/server.ts';
import { startPools } from '../../../local/lambda/pools.ts';
import { close, listen } from '../../../local/loopback/listen.ts';
import { Stops } from '../../../local/stops.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { type FixtureFunction, type FixtureOptions, readFixture } from './assembly.ts';

/** The value of the API Gateway key that `allow` counts against. */
export const gatewayKey = 'k'.repeat(20);

/** An authorizer that accepts every caller as account `acc`. */
export const allow: FixtureFunction = {
  code: `exports.handler = async (event) => ({
    principalId: 'someone',
    policyDocument: { Version: '2012-10-17', Statement: [
      { Action: 'execute-api:Invoke', Effect: 'Allow', Resource: event.methodArn },
    ] },
    context: { accountId: 'acc', count: 3 },
    usageIdentifierKey: '${gatewayKey}',
  });`,
};

/** A function that answers with the event it got. */
export const echo: FixtureFunction = {
  code: `exports.handler = async (event) => ({
    statusCode: 200,
    headers: { 'x-request-id': event.requestContext.extendedRequestId },
    body: JSON.stringify(event),
  });`,
};

export interface RunningGateway {
  url: string;
  port: number;
  folder: string;
  keys: ApiKeys;
  /** The lines that it would have printed on the terminal. */
  said: string[];
}

export type GatewayFixture = Partial<FixtureOptions> & {
  environments?: number;
  keepMs?: number;
  keyed?: boolean;
};

/**
 * Starts a gateway on a fixture: by default POST /echo with the authorizer, whose key is in the
 * plan, and ANY on every other path. It is stopped after the test file.
 */
export async function startGateway(fixture: GatewayFixture = {}): Promise<RunningGateway> {
  const folder = temporaryFolder();
  const { functions, methods, environments = 4, keepMs, keyed = true, ...rest } = fixture;
  const { stack } = readFixture({
    functions: { authorizer: allow, echo, ...functions },
    methods: methods ?? [
      { path: '/echo', method: 'POST', fn: 'echo', authorizer: true },
      { path: '/echo', method: 'ANY', fn: 'echo' },
      { path: '/', method: 'ANY', fn: 'echo' },
      { path: '/{proxy+}', method: 'ANY', fn: 'echo' },
    ],
    ...rest,
  });
  const keys = new ApiKeys(join(folder, 'control-plane.json'), stack.usagePlans);
  if (keyed) {
    keys.addToPlan('Plan', keys.create({ name: 'k', value: gatewayKey, enabled: true }).id);
  }
  const mine = new Stops();
  atEndOfFile(() => mine.all());
  const said: string[] = [];
  const tell = (line: string) => void said.push(line);
  const endpoints = {
    dynamodb: 'http://tables',
    ses: 'http://ses',
    dns: '127.0.0.1:53',
    apiGateway: 'http://control',
    base: 'http://api/v1',
  };
  const options = { environments, ...(keepMs !== undefined && { keepMs }) };
  const pools = await startPools(
    { stack, endpoints, folder: { logs: folder }, tell, ...options },
    mine,
  );
  const front = mine.add(new GatewayServer(), ({ server }) => close(server));
  const gateway = new Gateway({
    api: stack.api,
    invoker: pools.invoker,
    meter: meter(keys, { count: () => undefined }),
    onServerError: tell,
  });
  front.open(gateway.handle);
  const port = await listen(front.server);
  return { url: `http://127.0.0.1:${port}/v1`, port, folder, keys, said };
}

const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };

/** POSTs to a path below the stage. */
export function post(
  gateway: RunningGateway,
  path: string,
  body = '{}',
  more: Record<string, string> = {},
) {
  return fetch(`${gateway.url}${path}`, { method: 'POST', body, headers: { ...headers, ...more } });
}
