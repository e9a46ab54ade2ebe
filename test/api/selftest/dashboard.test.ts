import { dashboard } from '../../../cli/commands/selftest/steps/dashboard.ts';
import { describe, expect, test } from '../../jest.ts';
import { serve } from '../../serve.ts';
import { startSignedInPage } from '../harness/signed-in-page.ts';
import { contextOf, found } from './step-context.ts';

async function foundAt(dashboardUrl: string) {
  const { deployment } = (await contextOf()).options;
  return found(dashboard, { deployment: { ...deployment, dashboardUrl } });
}

type Lie = (path: string, answer: { status: number; headers: Headers; text: string }) => unknown;

async function doorTo(target: string, lie: Lie): Promise<string> {
  const door = await serve(async (incoming, outgoing) => {
    const { url = '', method = 'GET', headers: given } = incoming;
    const headers = new Headers();
    for (const [name, value] of Object.entries(given)) {
      if (!/^(host|connection|content-length)$/.test(name)) headers.set(name, String(value));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const there = await fetch(`${target}${url}`, { method, headers, body });
    const answer = {
      status: there.status,
      headers: new Headers(there.headers),
      text: await there.text(),
    };
    lie(url, answer);
    for (const name of ['content-length', 'content-encoding', 'connection', 'transfer-encoding']) {
      answer.headers.delete(name);
    }
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answer.text);
  });
  return door.url;
}

const local = async () => (await contextOf()).options.deployment.dashboardUrl ?? '';

describe('dashboard without sign-in', () => {
  test('the step dashboard is good on the local run without sign-in', async () => {
    expect(await found(dashboard)).toEqual({
      status: 'ok',
      found: 'The dashboard has its headers; this deployment has no sign-in',
    });
  });

  test('the step dashboard is skipped if the deployment has none', async () => {
    const { deployment } = (await contextOf()).options;

    const finding = await found(dashboard, {
      deployment: { ...deployment, dashboardUrl: undefined },
    });

    expect(finding).toMatchObject({ status: 'skipped' });
  });

  test.each<[string, Lie, RegExp]>([
    [
      'a security header is missing',
      (path, { headers }) => path === '/' && headers.delete('content-security-policy'),
      /^The page's content-security-policy is missing$/,
    ],
    [
      'the page does not open',
      (path, answer) => path === '/' && Object.assign(answer, { status: 403, text: '<Error/>' }),
      /^The request for the page got 403 <Error\/>$/,
    ],
    [
      'its configuration is missing',
      (path, answer) => path === '/config.json' && Object.assign(answer, { status: 404, text: '' }),
      /^config\.json got 404$/,
    ],
  ])('the step dashboard without sign-in is broken if %s', async (_, lie, sentence) => {
    const finding = await foundAt(await doorTo(await local(), lie));

    expect(finding).toMatchObject({ status: 'broken', found: expect.stringMatching(sentence) });
  });
});

describe('dashboard with sign-in', () => {
  test('the step dashboard with sign-in is good up to the sign-in page, and other tokens are refused', async () => {
    const { url } = await startSignedInPage();
    const pool = await poolOf('/login');

    const door = await doorTo(url, pool.tellOfIt);

    expect(await foundAt(door)).toEqual({
      status: 'ok',
      found:
        'The dashboard has its headers, its API refuses invalid tokens, and the sign-in page opens',
    });
  });

  test.each<[string, Lie, RegExp]>([
    [
      'it lets a forged token in',
      (path, answer) => path.startsWith('/manage') && Object.assign(answer, { status: 200 }),
      /^A request to the dashboard's API without a token got 200 /,
    ],
    [
      'CloudFront refuses by itself',
      (path, { headers }) => path.startsWith('/manage') && headers.set('content-type', 'text/html'),
      /^A request to the dashboard's API without a token was refused as text\/html; /,
    ],
  ])('the step dashboard with sign-in is broken if %s', async (_, lie, sentence) => {
    const { url } = await startSignedInPage();
    const pool = await poolOf('/login');
    const both: Lie = (path, answer) => [pool.tellOfIt(path, answer), lie(path, answer)];

    const finding = await foundAt(await doorTo(url, both));

    expect(finding).toMatchObject({ status: 'broken', found: expect.stringMatching(sentence) });
  });

  test('the step dashboard with sign-in is broken if the sign-in page is not available', async () => {
    const { url } = await startSignedInPage();
    const pool = await poolOf('/error?error=redirect_mismatch');

    const finding = await foundAt(await doorTo(url, pool.tellOfIt));

    expect(finding).toMatchObject({
      status: 'broken',
      found: 'The request for the sign-in page got 302 /error?error=redirect_mismatch',
    });
  });
});

async function poolOf(location: string) {
  const { url: own } = await serve((incoming, outgoing) => {
    const issuer = `http://${incoming.headers.host}`;
    const { pathname } = new URL(incoming.url ?? '', issuer);
    if (pathname === '/.well-known/openid-configuration') {
      const told = { issuer, authorization_endpoint: `${issuer}/oauth2/authorize` };
      return outgoing.end(JSON.stringify({ ...told, jwks_uri: `${issuer}/keys` }));
    }
    if (pathname === '/oauth2/authorize') {
      return outgoing.writeHead(302, { location }).end();
    }
    return outgoing.end('{"keys":[]}');
  });
  const signIn = { issuer: own, clientId: 'page', logoutUrl: null };
  const tellOfIt: Lie = (path, answer) =>
    path === '/config.json' &&
    Object.assign(answer, { text: JSON.stringify({ signIn, inboxUrl: null }) });
  return { tellOfIt };
}
