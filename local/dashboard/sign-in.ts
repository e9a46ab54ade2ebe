import type { IncomingMessage } from 'node:http';
import type { PageConfig } from '../../functions/manage/contracts/page-config.ts';
import { type Asked, deny } from '../gateway/authorize.ts';
import { AccessTokens } from './access-tokens.ts';
import type { EdgeResponse } from './edge-function.ts';

/** How it is known who uses the page. */
export interface SignIn {
  /** What the page is told. */
  config: PageConfig['signIn'];
  /** Stands for the user pool at the gateway. */
  askUser: (req: IncomingMessage, scopes: readonly string[]) => Promise<Asked>;
  /** The headers of the page's files, as the edge has made them, with the issuer let in. */
  localHeaders: (headers: EdgeResponse['headers']) => EdgeResponse['headers'];
}

/** The header with which the page says whose dashboard it is, where nobody signs in. */
const accountHeader = 'x-postrider-account';

/** Nobody signs in: whoever is let in at this machine's own address is the account they name. */
export function noSignIn(demoAccountId: string): SignIn {
  return {
    config: null,
    askUser: async (req) => {
      const accountId = req.headers[accountHeader]?.toString() || demoAccountId;
      return { authorization: { context: { accountId }, apiKey: undefined } };
    },
    localHeaders: (headers) => headers,
  };
}

export interface OidcOptions {
  issuer: string;
  clientId: string;
  /** Told about an issuer that does not answer, in one line. */
  tell: (line: string) => void;
}

/** Users sign in at an issuer, which stands for the user pool: the page asks it for tokens. */
export function oidcSignIn({ issuer, clientId, tell }: OidcOptions): SignIn {
  const tokens = new AccessTokens(issuer, clientId);
  return {
    config: { issuer, clientId, logoutUrl: null },
    askUser: async (req, scopes) => {
      const verdict = await tokens.judge(bearer(req), scopes);
      if (verdict.kind === 'unanswered') tell(verdict.reason);
      if (verdict.kind !== 'valid') return deny(denials[verdict.kind]);
      return { authorization: { context: { claims: verdict.claims }, apiKey: undefined } };
    },
    localHeaders: (headers) => withConnection(headers, new URL(issuer).origin),
  };
}

/**
 * What Cognito's authorizer comes to: who cannot be told is not authenticated, whose token lacks the
 * scope is not authorized.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/supported-gateway-response-types.html
 */
const denials = {
  invalid: 'UNAUTHORIZED',
  'without-scope': 'ACCESS_DENIED',
  unanswered: 'AUTHORIZER_FAILURE',
} as const;

/** Cognito's authorizer takes the token with and without the scheme's name. */
function bearer({ headers }: IncomingMessage): string {
  return (headers.authorization ?? '').replace(/^Bearer +/i, '');
}

/** Lets the page connect to one more address: the stack names Cognito's alone. */
function withConnection(headers: EdgeResponse['headers'], origin: string): EdgeResponse['headers'] {
  const name = 'content-security-policy';
  const value = headers[name]?.value.replace(/connect-src\b/, `connect-src ${origin}`);
  return value === undefined ? headers : { ...headers, [name]: { value } };
}
