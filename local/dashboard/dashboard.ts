import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';
import { Gateway } from '../gateway/gateway.ts';
import { GatewayServer } from '../gateway/server.ts';
import type { Invoke } from '../lambda/pool.ts';
import { close, listenAt, loopback, type PortChoice } from '../loopback/listen.ts';
import type { LocalOptions } from '../options.ts';
import type { Stops } from '../stops.ts';
import type { Dashboard } from '../template/stack-model.ts';
import { PageFiles } from './page-files.ts';
import { noSignIn, oidcSignIn } from './sign-in.ts';
import { SiteServer } from './site-server.ts';

/** The page's server. It answers 503 until `open` is called. */
export interface PageServer {
  url: string;
  open: (options: OpenOptions) => void;
}

export interface OpenOptions {
  invoker: (functionArn: string) => Invoke;
  /** Without sign-in, the account of requests that name no account. */
  accountId: string;
  inboxUrl: string | null;
  oidc: LocalOptions['oidc'];
  as?: LocalOptions['as'];
  tell: (line: string) => void;
}

/** Listens for the page's requests. Throws a `Failure` if the port is taken. */
export async function startPageServer(
  dashboard: Dashboard,
  choice: PortChoice,
  stops: Stops,
): Promise<PageServer> {
  const front = stops.add(new GatewayServer(), ({ server }) => close(server));
  const taken = await listenAt(front.server, choice);
  return {
    url: `http://${loopback}:${taken}`,
    open: (options) => front.open(siteServer(dashboard, options).handle),
  };
}

function siteServer(
  { api, site }: Dashboard,
  { invoker, accountId, inboxUrl, oidc, as, tell }: OpenOptions,
) {
  const signIn = oidc ? oidcSignIn({ ...oidc, tell }) : noSignIn(accountId, as);
  const { config, authorizeUser, localHeaders } = signIn;
  const pageConfig: PageConfig = { signIn: config, inboxUrl };
  const gateway = new Gateway({
    api,
    invoker,
    authorizeUser,
    // Users have no API Gateway keys to count by.
    meter: () => 'unknown',
    onServerError: tell,
  });
  const files = new PageFiles(site.folders, { 'config.json': JSON.stringify(pageConfig) });
  return new SiteServer({ site, files, manage: gateway.handle, localHeaders, tell });
}
