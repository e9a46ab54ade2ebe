import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { expect, test } from '../../jest.ts';

type Headers = Record<string, { value: string }>;
interface Answered {
  uri?: string;
  statusCode?: number;
  headers?: Headers;
}

/** An edge function, called with an event as by CloudFront, in a context without Node's globals. */
function edgeFunction(name: string): (event: object) => Answered {
  const file = new URL(`../../../lib/dashboard/edge/${name}.js`, import.meta.url);
  const script = new Script(
    `${readFileSync(file, 'utf8')}; (text) => JSON.stringify(handler(JSON.parse(text)))`,
  );
  const call = script.runInContext(createContext());
  return (event) => JSON.parse(call(JSON.stringify(event)));
}

const routes = edgeFunction('page-routes');
const headers = edgeFunction('page-headers');

const request = (uri: string) => ({
  method: 'GET',
  uri,
  querystring: {},
  headers: {},
  cookies: {},
});
const ask = (uri: string) => routes({ request: request(uri) });

test.each([
  '/',
  '/templates',
  '/templates/welcome',
  '/templates/welcome/revisions/3',
  '/messages/01JD0000000000000000000000',
  '/settings/api-keys',
  '/callback',
  '/nonsense',
])('%s is a route of the dashboard', (uri) => {
  expect(ask(uri)).toEqual(request('/index.html'));
});

test.each([
  '/index.html',
  '/preview.html',
  '/config.json',
  '/openapi.json',
  '/favicon.svg',
  '/assets/index-71w3iVoy.js',
])('%s is a file of the dashboard', (uri) => {
  expect(ask(uri)).toEqual(request(uri));
});

test.each([
  '/wp-login.php',
  '/.env',
  '/assets/../config.json',
  '/assets/%2e%2e/config.json',
  '/assets/..',
  '/../config.json',
  '/templates/config.json',
  '/preview.html/',
])('%s is neither a route nor a file, and gets a 404', (uri) => {
  expect(ask(uri)).toMatchObject({
    statusCode: 404,
    body: { encoding: 'text', data: 'Not found' },
  });
});

const answer = (uri: string, host = 'd1.cloudfront.net') =>
  headers({
    request: { method: 'GET', uri, headers: { host: { value: host } } },
    response: { statusCode: 200, headers: { etag: { value: '"1"' } } },
  });
const csp = (uri: string, host?: string) =>
  answer(uri, host).headers?.['content-security-policy']?.value;

test('V3.4.3 the headers let the page run its own scripts, call Cognito, and frame only the preview', () => {
  expect(csp('/index.html')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self' SIGN_IN_ORIGINS; img-src 'self' data:; font-src 'self'; frame-src d1.cloudfront.net/preview.html; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  );
});

test('V3.2.1 V3.4.6 the headers of the preview let it run its one script and show pictures, and nothing else', () => {
  expect(csp('/preview.html')).toBe(
    "sandbox allow-scripts; default-src 'none'; script-src 'PREVIEW_SCRIPT_HASH'; style-src 'unsafe-inline'; img-src https: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  );
});

test('the headers allow no frame if the host contains more than a host', () => {
  expect(csp('/index.html', "x 'self' https://evil.example")).toContain("; frame-src 'none'; ");
  expect(csp('/index.html', '127.0.0.1:3001')).toContain(
    '; frame-src 127.0.0.1:3001/preview.html; ',
  );
});

test('V3.4.1 V3.4.4 V3.4.5 the other headers are the same for all files, and keep those of the origin', () => {
  const { 'content-security-policy': _, ...rest } = answer('/index.html').headers ?? {};

  expect(rest).toEqual({
    etag: { value: '"1"' },
    'strict-transport-security': { value: 'max-age=63072000; includeSubDomains' },
    'x-content-type-options': { value: 'nosniff' },
    'referrer-policy': { value: 'no-referrer' },
    'permissions-policy': { value: 'camera=(), geolocation=(), microphone=(), payment=(), usb=()' },
    'cache-control': { value: 'no-cache' },
  });
});

test.each([
  ['/assets/index-71w3iVoy.js', 'public, max-age=31536000, immutable'],
  ['/index.html', 'no-cache'],
  ['/preview.html', 'no-cache'],
  ['/config.json', 'no-cache'],
])('the browser may cache %s: %s', (uri, value) => {
  expect(answer(uri).headers?.['cache-control']).toEqual({ value });
});
