import { join } from 'node:path';
import { startPageServer } from '../../../local/dashboard/dashboard.ts';
import { startPools } from '../../../local/lambda/pools.ts';
import { anyFree } from '../../../local/loopback/listen.ts';
import { Stops } from '../../../local/stops.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';
import { type OidcIssuer, startOidcIssuer } from '../../oidc-issuer.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dataFolder, deployment } from './deployment.ts';

/** Serves the dashboard of the shared run a second time, for users who sign in at an OIDC issuer. */
export async function startSignedInPage(): Promise<SignedInPage> {
  const issuer = await startOidcIssuer();
  const logs = temporaryFolder();
  return { url: await startPageOf(issuer, logs), issuer, logs };
}

export interface SignedInPage {
  url: string;
  issuer: OidcIssuer;
  logs: string;
}

/** The same for an issuer that is already running. Returns the page's address. */
export async function startPageOf({ issuer }: { issuer: string }, logs?: string): Promise<string> {
  const stack = readStack(readAssembly(join(dataFolder, 'cdk.out')));
  if (!stack.dashboard) throw new Error('The stack has no dashboard');
  const stops = new Stops();
  stoppedAtEnd({ stop: () => stops.all() });
  const { dynamodbEndpoint: dynamodb, sesEndpoint: ses, dnsServer: dns } = deployment;
  const { apiGatewayEndpoint: apiGateway, baseUrl: base, accountId, inboxUrl } = deployment;
  const endpoints = { dynamodb, ses, dns, apiGateway, base };
  const tell = () => undefined;
  const folder = { logs: logs ?? temporaryFolder() };
  const { invoker } = await startPools({ stack, endpoints, folder, environments: 1, tell }, stops);
  const page = await startPageServer(stack.dashboard, anyFree, stops);
  page.open({ invoker, accountId, inboxUrl, oidc: { issuer, clientId: 'local' }, tell });
  return page.url;
}
