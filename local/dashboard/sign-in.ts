import type { IncomingMessage } from 'node:http';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';
import type { Role } from '../../shared/people/roles.ts';
import type { Decision } from '../gateway/authorize.ts';
import { AccessTokens } from './access-tokens.ts';
import type { EdgeResponse } from './edge-function.ts';

export interface SignIn {
  config: PageConfig['signIn'];
  /** Decides at the gateway whether a user may pass, instead of the user pool. */
  authorizeUser: (req: IncomingMessage, scopes: readonly string[]) => Promise<Decision>;
  /** Lets the page connect to the issuer: changes the headers that the edge function has set. */
  localHeaders: (headers: EdgeResponse['headers']) => EdgeResponse['headers'];
}

/** Without sign-in, the page names the account in this header. */
const accountHeader = 'x-postrider-account';

/**
 * Without sign-in, every request on this machine acts for the account that it names, or for the demo account. Default of
 * `as`: an admin.
 */
export function noSignIn(demoAccountId: string, as?: readonly Role[]): SignIn {
  const roles = as && { roles: as.join(',') };
  return {
    config: null,
    authorizeUser: async (req) => {
      const accountId = req.headers[accountHeader]?.toString() || demoAccountId;
      return { authorization: { context: { accountId, ...roles }, apiKey: undefined } };
    },
    localHeaders: (headers) => headers,
  };
}

export interface OidcOptions {
  issuer: string;
  clientId: string;
  tell: (line: string) => void;
}

/** Users sign in at an OIDC issuer instead of the user pool, and the page gets its tokens there. */
export function oidcSignIn({ issuer, clientId, tell }: OidcOptions): SignIn {
  const tokens = new AccessTokens(issuer, clientId);
  return {
    config: { issuer, clientId, logoutUrl: null },
    authorizeUser: async (req, scopes) => {
      const verdict = await tokens.judge(bearer(req), scopes);
      if (verdict.kind === 'unanswered') tell(verdict.reason);
      if (verdict.kind !== 'valid') return { type: denials[verdict.kind] };
      return { authorization: { context: { claims: verdict.claims }, apiKey: undefined } };
    },
    localHeaders: (headers) => withConnection(headers, new URL(issuer).origin),
  };
}

/**
 * As Cognito's authorizer: an invalid token is not authenticated, one without the scope is not authorized.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const denials = {
  invalid: 'UNAUTHORIZED',
  'without-scope': 'ACCESS_DENIED',
  unanswered: 'AUTHORIZER_FAILURE',
} as const;

/** Cognito's authorizer accepts the token with and without the scheme's name. */
function bearer({ headers }: IncomingMessage): string {
  return (headers.authorization ?? '').replace(/^Bearer +/i, '');
}

/** Lets the page connect to one more address: the stack names only Cognito's. */
function withConnection(headers: EdgeResponse['headers'], origin: string): EdgeResponse['headers'] {
  const name = 'content-security-policy';
  const value = headers[name]?.value.replace(/connect-src\b/, `connect-src ${origin}`);
  return value === undefined ? headers : { ...headers, [name]: { value } };
}
