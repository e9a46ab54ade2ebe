import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { serveOn } from '../../serve.ts';

/** The resource that access tokens are for. Its scopes are those that the dashboard's API requires. */
const resource = 'urn:postrider:dashboard';
const scope = 'openid email';

/** How long tokens and sessions are valid, in seconds. A session lasts much longer than a token. */
export const tokenSeconds = 600;
const sessionSeconds = 14 * 24 * 3600;

export interface UserPool {
  issuer: string;
  serve: (pageUrl: string) => void;
  stop: () => Promise<void>;
}

/** Starts an OIDC provider in place of Cognito, with tokens of the same form. It accepts any name and password. */
export async function startUserPool(): Promise<UserPool> {
  const { server, url: issuer, stop } = await serveOn(createServer());
  return {
    issuer,
    serve: (pageUrl) => server.on('request', providerFor(issuer, pageUrl).callback()),
    stop,
  };
}

function providerFor(issuer: string, pageUrl: string): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: 'local',
        redirect_uris: [new URL('/callback', pageUrl).href],
        post_logout_redirect_uris: [new URL('/', pageUrl).href],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
      },
    ],
    cookies: { keys: ['of the tests'] },
    clientBasedCORS: () => true,
    claims: { openid: ['sub'], email: ['email'] },
    // Cognito's ID tokens have all claims, too.
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, email: `${sub}@example.com` }),
    }),
    loadExistingGrant,
    issueRefreshToken: () => true,
    extraTokenClaims: () => ({ token_use: 'access' }),
    ttl: {
      ...{ AccessToken: tokenSeconds, IdToken: tokenSeconds, RefreshToken: tokenSeconds },
      ...{ Session: sessionSeconds, Grant: sessionSeconds, Interaction: tokenSeconds },
    },
    features: {
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope, audience: resource, accessTokenFormat: 'jwt' }),
      },
    },
  });
}

interface Asking {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
  };
}

interface Grant {
  addOIDCScope: (scope: string) => void;
  addResourceScope: (resource: string, scope: string) => void;
  save: () => Promise<string>;
}

async function loadExistingGrant({ oidc }: Asking): Promise<Grant> {
  const { client, session, provider } = oidc;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scope);
  grant.addResourceScope(resource, scope);
  await grant.save();
  return grant;
}
