import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';

/** An issuer of access tokens, as far as who checks them asks it: its configuration and its keys. */
export interface OidcIssuer {
  issuer: string;
  /** A token as Cognito makes them: `user` may use `client` for ten minutes. Undefined takes a claim away. */
  token: (
    claims?: Record<string, unknown>,
    header?: Partial<JWTHeaderParameters>,
  ) => Promise<string>;
  /** The same signed with a key that is not the issuer's, under the name of one that is. */
  forged: () => Promise<string>;
  stop: () => Promise<void>;
}

/** Starts an issuer on a free port. `calledItself` is what its configuration says that it is. */
export async function startOidcIssuer(calledItself?: string): Promise<OidcIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const server = createServer((req, res) => {
    const configuration = { issuer: calledItself ?? issuer, jwks_uri: `${issuer}/jwks` };
    const found = { '/.well-known/openid-configuration': configuration, '/jwks': { keys: [jwk] } };
    const answer = Object.entries(found).find(([path]) => path === req.url)?.[1];
    res.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    res.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function signed(payload: JWTPayload, key: CryptoKey, header: Partial<JWTHeaderParameters> = {}) {
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key);
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
