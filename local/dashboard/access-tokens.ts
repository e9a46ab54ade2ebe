import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import { reasonOf } from '../failure.ts';

export type TokenVerdict =
  | { kind: 'valid'; claims: Record<string, string> }
  /** Forged, expired, of another issuer, for another client, or missing. */
  | { kind: 'invalid' }
  | { kind: 'without-scope' }
  /** The issuer did not return its keys. */
  | { kind: 'unanswered'; reason: string };

const invalid: TokenVerdict = { kind: 'invalid' };

const discovered = z.object({ issuer: z.string(), jwks_uri: z.url() });

/** Milliseconds that the issuer may take to return the address of its keys. */
const discoveryTimeoutMs = 5000;

/** jose's errors about the token itself; its others are about the issuer's keys or the network. */
const aboutTheToken = [
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
];

/** Checks access tokens of an OIDC issuer. It gets the issuer's keys at the first token. */
export class AccessTokens {
  private readonly issuer: string;
  private readonly clientId: string;
  private keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;

  constructor(issuer: string, clientId: string) {
    this.issuer = issuer;
    this.clientId = clientId;
  }

  /** Checks a token for a method that needs one of the scopes. Never rejects. */
  async judge(token: string, scopes: readonly string[]): Promise<TokenVerdict> {
    if (token === '') return invalid;
    try {
      const keys = await this.issuersKeys();
      const { payload } = await jwtVerify(token, keys, {
        issuer: this.issuer,
        requiredClaims: ['exp', 'sub'],
      });
      if (typeof payload.sub !== 'string' || payload.sub === '') return invalid;
      if (!isForClient(payload, this.clientId)) return invalid;
      return mayUse(payload, scopes) ? { kind: 'valid', claims: asText(payload) } : withoutScope;
    } catch (error) {
      if (aboutTheToken.some((kind) => error instanceof kind)) return invalid;
      const reason = `The OIDC issuer ${this.issuer} does not return its keys: ${reasonOf(error)}`;
      return { kind: 'unanswered', reason };
    }
  }

  /** A failure is not cached: the issuer may start later. */
  private issuersKeys() {
    this.keys ??= discover(this.issuer).catch((error) => {
      this.keys = undefined;
      throw error;
    });
    return this.keys;
  }
}

const withoutScope: TokenVerdict = { kind: 'without-scope' };

/** https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig */
async function discover(issuer: string) {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(discoveryTimeoutMs) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  const found = discovered.parse(await answer.json());
  // Otherwise one issuer could impersonate another (§4.3 of the specification above).
  if (found.issuer !== issuer)
    throw new Error(`its configuration names another issuer, ${found.issuer}`);
  return createRemoteJWKSet(new URL(found.jwks_uri));
}

/** Cognito's access tokens have the client in `client_id`, others in `azp`, or only in `aud`. */
function isForClient({ client_id, azp, aud }: JWTPayload, clientId: string): boolean {
  const named = client_id ?? azp;
  if (named !== undefined) return named === clientId;
  return aud === clientId || (Array.isArray(aud) && aud.includes(clientId));
}

/** Refuses ID tokens: they lack the scope, and Cognito's have another `token_use` than `access`. */
function mayUse({ scope, token_use }: JWTPayload, scopes: readonly string[]): boolean {
  if (token_use !== undefined && token_use !== 'access') return false;
  const granted = typeof scope === 'string' ? scope.split(' ') : [];
  return scopes.some((one) => granted.includes(one));
}

/** In `requestContext.authorizer.claims` every value is a string. */
function asText(payload: JWTPayload): Record<string, string> {
  const entries = Object.entries(payload).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(entries);
}
