import { join } from 'node:path';
import { type OpenOptions, startPageServer } from '../../../local/dashboard/dashboard.ts';
import { startPools } from '../../../local/lambda/pools.ts';
import { anyFree } from '../../../local/loopback/listen.ts';
import { Stops } from '../../../local/stops.ts';
import { readAssembly } from '../../../local/template/assembly.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import type { Role } from '../../../shared/people/roles.ts';
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
export const startPageOf = ({ issuer }: { issuer: string }, logs?: string): Promise<string> =>
  startPage({ oidc: { issuer, clientId: 'local' } }, logs);

/** Serves the dashboard once more without sign-in, as an account's people with these roles see it. */
export const startPageAs = (accountId: string, ...as: readonly Role[]): Promise<string> =>
  startPage({ accountId, as, oidc: undefined });

async function startPage(
  how: Pick<OpenOptions, 'oidc' | 'as'> & { accountId?: string },
  logs?: string,
): Promise<string> {
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
  page.open({ invoker, accountId, inboxUrl, tell, ...how });
  return page.url;
}
