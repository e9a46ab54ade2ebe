import { SignJWT, UnsecuredJWT } from 'jose';
import { expect, onTestFinished, test } from '../../jest.ts';
import { type OidcIssuer, startOidcIssuer } from '../../oidc-issuer.ts';
import { startPage } from '../support/page-server.ts';

async function start(calledItself?: string) {
  const issuer = await startOidcIssuer(calledItself);
  onTestFinished(issuer.stop);
  const page = await startPage({ oidc: { issuer: issuer.issuer, clientId: 'local' } });
  const ask = (headers: Record<string, string>) =>
    fetch(`${page.url}/manage/v1/account`, { headers });
  const askWith = (token: string) => ask({ authorization: bearer(token) });
  return { ...issuer, ...page, ask, askWith };
}

const bearer = (token: string) => `Bearer ${token}`;
const past = () => Math.floor(Date.now() / 1000) - 1;
const secret = new TextEncoder().encode('s'.repeat(32));

test('with an issuer, the page’s configuration names the issuer, and its policy allows it', async () => {
  const { url, issuer } = await start();

  const config = await fetch(`${url}/config.json`);
  const page = await fetch(url);

  expect(await config.json()).toEqual({
    signIn: { issuer, clientId: 'local', logoutUrl: null },
    inboxUrl: 'http://127.0.0.1:1/',
  });
  expect(page.headers.get('content-security-policy')?.split('; ')).toContain(
    `connect-src ${issuer} 'self' SIGN_IN_ORIGINS`,
  );
});

test('without sign-in, --as passes its roles to the function', async () => {
  const page = await startPage({ as: ['viewer', 'author'] });

  const answer = await fetch(`${page.url}/manage/v1/account`);

  const authorizer = { accountId: expect.any(String), roles: 'viewer,author' };
  const requestContext = expect.objectContaining({ authorizer });
  expect(await answer.json()).toEqual(expect.objectContaining({ requestContext }));
});

test('with an issuer, a valid token passes its claims to the function, and no account', async () => {
  const { ask, token, issuer } = await start();
  const authorization = `Bearer ${await token({ sub: 'ada', 'cognito:groups': ['a'] })}`;

  const answer = await ask({ authorization, 'x-postrider-account': 'acc_other' });

  const claims = {
    iss: issuer,
    sub: 'ada',
    client_id: 'local',
    token_use: 'access',
    scope: 'openid email',
    'cognito:groups': '["a"]',
    iat: expect.stringMatching(/^\d+$/),
    exp: expect.stringMatching(/^\d+$/),
  };
  const requestContext = expect.objectContaining({ authorizer: { claims } });
  expect(await answer.json()).toEqual(expect.objectContaining({ requestContext }));
});

test.each([
  ['without the scheme', (token: string) => token, {}],
  ['with the scheme in any case', (token: string) => `bearer ${token}`, {}],
  ['that names the page in azp', bearer, { client_id: undefined, azp: 'local' }],
  ['that names the page as audience', bearer, { client_id: undefined, aud: ['other', 'local'] }],
])('with an issuer, a token is accepted %s', async (_, written, claims) => {
  const { ask, token } = await start();

  const answer = await ask({ authorization: written(await token(claims)) });

  expect(answer.status).toBe(200);
});

type Issued = Pick<OidcIssuer, 'token' | 'forged' | 'issuer'>;
test.each<[string, (issued: Issued) => string | Promise<string>]>([
  ['none', () => ''],
  ['no token at all', () => 'x'],
  ['an expired one', ({ token }) => token({ exp: past() })],
  ['one without an end', ({ token }) => token({ exp: undefined })],
  ['one that is not valid yet', ({ token }) => token({ nbf: past() + 600 })],
  ['one of another issuer', ({ token }) => token({ iss: 'https://evil.example' })],
  ['one for another client', ({ token }) => token({ client_id: 'other' })],
  [
    'one for another client with our audience',
    ({ token }) => token({ azp: 'x', aud: 'local', client_id: undefined }),
  ],
  ['one for nobody', ({ token }) => token({ client_id: undefined })],
  ['one of no user', ({ token }) => token({ sub: undefined })],
  ['one of an empty user', ({ token }) => token({ sub: '' })],
  ['one of a user who is an object', ({ token }) => token({ sub: {} })],
  ['one of an unknown key', ({ token }) => token({}, { kid: 'k2' })],
  ['a forged one', ({ forged }) => forged()],
  [
    'an unsigned one',
    ({ issuer }) =>
      new UnsecuredJWT({ client_id: 'local', scope: 'openid' })
        .setIssuer(issuer)
        .setSubject('user')
        .setExpirationTime('1h')
        .encode(),
  ],
  [
    'one that is signed with a shared secret',
    ({ issuer }) =>
      new SignJWT({ client_id: 'local', scope: 'openid', sub: 'user', iss: issuer })
        .setExpirationTime('1h')
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .sign(secret),
  ],
])('V6.8.2 V9.1.1 V9.1.2 V9.2.1 V9.2.3 V10.3.1 %s counts as not signed in', async (_, make) => {
  const { askWith, said, ...issued } = await start();

  const answer = await askWith(await make(issued));

  expect(answer.status).toBe(401);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(await answer.json()).toEqual({ code: 'UNAUTHORIZED' });
  expect(said).toEqual([]);
});

test.each([
  ['another scope', { scope: 'email openid2' }],
  ['no scope', { scope: undefined }],
  ['an ID token’s use', { token_use: 'id' }],
])('V9.2.2 V10.3.2 with an issuer, a token with %s opens nothing', async (_, claims) => {
  const { askWith, token } = await start();

  const answer = await askWith(await token(claims));

  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({ code: 'ACCESS_DENIED' });
});

test('an issuer that does not answer is reported on the terminal, and asked again', async () => {
  const { askWith, token, said, issuer, stop } = await start();
  const good = await token();
  await stop();

  const answers = [await askWith(good), await askWith(good)];

  expect(answers.map(({ status }) => status)).toEqual([500, 500]);
  expect(said.filter((line) => line.startsWith(`The OIDC issuer ${issuer} does not`))).toHaveLength(
    2,
  );
});

test('V9.1.3 V10.5.3 an issuer that names another issuer is refused', async () => {
  const { askWith, token, said, issuer } = await start('https://other.example');

  const answer = await askWith(await token({ iss: 'https://other.example' }));

  expect(answer.status).toBe(500);
  expect(said[0]).toBe(
    `The OIDC issuer ${issuer} does not return its keys: its configuration names another issuer, https://other.example`,
  );
});
