import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { serve } from './serve.ts';

/** An OIDC issuer that serves the two documents for checking tokens: its configuration and its keys. */
export interface OidcIssuer {
  issuer: string;
  /** A token in Cognito's form, valid for ten minutes. A claim that is undefined is left out. */
  token: (
    claims?: Record<string, unknown>,
    header?: Partial<JWTHeaderParameters>,
  ) => Promise<string>;
  /** The same, signed with another key under the id of the issuer's key. */
  forged: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Starts an issuer on a free port. `namedIssuer` is the issuer in its configuration, by default its own address. */
export async function startOidcIssuer(namedIssuer?: string): Promise<OidcIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const { url: issuer, stop } = await serve((req, res) => {
    const configuration = { issuer: namedIssuer ?? issuer, jwks_uri: `${issuer}/jwks` };
    const found = { '/.well-known/openid-configuration': configuration, '/jwks': { keys: [jwk] } };
    const answer = Object.entries(found).find(([path]) => path === req.url)?.[1];
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(answer ?? {}));
  });
  const claims = () => ({
    iss: issuer,
    sub: 'user',
    client_id: 'local',
    token_use: 'access',
    scope: 'openid email',
    iat: seconds(),
    exp: seconds() + 600,
  });
  return {
    issuer,
    token: (more, header) => signed({ ...claims(), ...more }, privateKey, header),
    forged: async () => signed(claims(), (await generateKeyPair('RS256')).privateKey),
    stop,
  };
}

function signed(payload: JWTPayload, key: CryptoKey, header: Partial<JWTHeaderParameters> = {}) {
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key);
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
