import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { type Deployment, readDeployment } from '../deployment-file.ts';
import { Failure } from '../failure.ts';
import { readAssembly } from '../template/assembly.ts';
import { readFunctions } from '../template/functions.ts';
import { synthesise } from '../template/synthesise.ts';
import { samContext } from './context.ts';
import { type ContainerEndpoints, samEnvironment } from './environment.ts';
import { samEvents } from './events.ts';
import type { SamOptions } from './options.ts';
import { relayDns, relayHttp } from './relay.ts';
import { samCommands } from './text.ts';

/**
 * Writes template, variables and events, and returns what to tell of them. Throws a `Failure` when there
 * is no local run to take the variables from, or the app does not synthesise.
 */
export async function writeSamFiles({ data, out, relay }: SamOptions): Promise<string> {
  const deployment = runningDeployment(data);
  const assembly = join(out, 'cdk.out');
  mkdirSync(assembly, { recursive: true, mode: 0o700 });
  await synthesise(resolve(assembly), new AbortController().signal, samContext);
  const { template, ...rest } = readAssembly(assembly);
  const functions = readFunctions({ template, ...rest });
  const environment = samEnvironment(
    functions.values(),
    deployment,
    await containerEndpoints(deployment, relay),
  );
  const write = (path: string, value: unknown) =>
    // The authorizer's event holds a key.
    writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  write(join(out, 'env.json'), environment);
  mkdirSync(join(out, 'events'), { recursive: true });
  const events = Object.entries(samEvents(deployment)).filter(([name]) =>
    [...functions.values()].some(({ id }) => id === name),
  );
  for (const [name, event] of events) write(join(out, 'events', `${name}.json`), event);
  return samCommands({
    template: relative('', join(assembly, `${template.stackName}.template.json`)),
    out: relative('', out),
    apiKey: deployment.apiKey,
    relay,
  });
}

/** The local run of a data folder, which must be up: env.json names its servers. */
function runningDeployment(data: string): Deployment {
  const deployment = readDeployment(join(data, 'deployment.json'));
  if (deployment && isAlive(deployment.pid)) return deployment;
  throw new Failure(
    `No local run is up in ${data}, whose tables, mail and DNS sam local would use: start one with npm start, and leave it running.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Docker Desktop's name for the machine that it runs on. */
const dockerHost = 'host.docker.internal';

/** Where a container finds the servers: at the relay, or where the local run has them. */
async function containerEndpoints(
  { dynamodbEndpoint, sesEndpoint, apiGatewayEndpoint, dnsServer }: Deployment,
  relay: string | undefined,
): Promise<ContainerEndpoints> {
  const [dynamodb, ses, apiGateway] = [dynamodbEndpoint, sesEndpoint, apiGatewayEndpoint];
  if (!relay) return { dynamodb, ses, apiGateway, dns: dnsServer };
  const isLoopback = relay.startsWith('127.');
  const http = async (endpoint: string) => {
    const { port } = await relayHttp(relay, new URL(endpoint));
    return `http://${isLoopback ? dockerHost : relay}:${port}`;
  };
  return {
    dynamodb: await http(dynamodb),
    ses: await http(ses),
    apiGateway: await http(apiGateway),
    // A DNS server has no name, only an address, and Docker Desktop's is known to containers alone.
    dns: isLoopback ? '' : `${relay}:${(await relayDns(relay, dnsServer)).port}`,
  };
}
