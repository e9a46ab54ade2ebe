import { expect, test } from '../../jest.ts';
import { files, startPage } from '../support/page-server.ts';
import { sendRaw } from '../support/raw-http.ts';

const { url, port } = await startPage();

/** An answer, without the headers that differ from run to run. */
async function seen(answer: Response) {
  const { status, headers } = answer;
  return { status, type: headers.get('content-type'), text: await answer.text() };
}

const index = { status: 200, type: 'text/html', text: files['index.html'] };

test.each(['/', '/index.html', '/templates', '/templates/welcome/flow', '/callback?code=1'])(
  'the page is served at %s',
  async (path) => {
    const answer = await fetch(`${url}${path}`);

    expect(await seen(answer)).toEqual(index);
  },
);

test("the page's assets are served, and a browser may cache them", async () => {
  const answer = await fetch(`${url}/assets/index-1.js`);

  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await seen(answer)).toEqual({
    status: 200,
    type: 'text/javascript',
    text: files['assets/index-1.js'],
  });
});

test('the page’s configuration has local addresses, not those of AWS', async () => {
  const answer = await fetch(`${url}/config.json`);

  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toEqual({ signIn: null, inboxUrl: 'http://127.0.0.1:1/' });
});

test('the page may frame its own preview and nothing else', async () => {
  const byNumber = (await fetch(url)).headers.get('content-security-policy');
  const byName = (await fetch(`http://localhost:${port}`)).headers.get('content-security-policy');

  expect(byNumber?.split('; ')).toContain(`frame-src 127.0.0.1:${port}/preview.html`);
  expect(byName?.split('; ')).toContain(`frame-src localhost:${port}/preview.html`);
  expect(byNumber?.split('; ')).toContain("frame-ancestors 'none'");
});

test("the page's preview may do nothing but show", async () => {
  const answer = await fetch(`${url}/preview.html`);

  expect(answer.headers.get('content-security-policy')).toBe(
    "sandbox allow-scripts; default-src 'none'; script-src 'PREVIEW_SCRIPT_HASH'; style-src 'unsafe-inline'; img-src https: data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  );
  expect(await answer.text()).toBe(files['preview.html']);
});

test('the page answers HEAD without a body', async () => {
  const answer = await fetch(url, { method: 'HEAD' });

  expect(answer.headers.get('content-length')).toBe(String(files['index.html'].length));
  expect(await seen(answer)).toEqual({ ...index, text: '' });
});

test('a missing file is a 403, as S3 answers without the permission to list', async () => {
  const answer = await fetch(`${url}/assets/gone.js`);

  expect(await seen(answer)).toEqual({
    status: 403,
    type: 'application/xml',
    text: '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
  });
});

test.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/%2e%2e%2fpackage.json',
  '/assets/../../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/index.html',
  '/assets/%zz.js',
  '/..\\package.json',
  '//package.json',
])('V13.4.1 V13.4.3 an unknown path is not served: %s', async (path) => {
  const answer = await sendRaw(
    port,
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
  );

  expect(answer).toMatchObject({ status: 404, body: 'Not found' });
});

test('the page accepts no other method', async () => {
  const answer = await fetch(url, { method: 'DELETE' });

  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({ error: 'The page does not accept the method DELETE' });
});

test('a failing edge function makes the page a 503, which the terminal reports', async () => {
  const FunctionCode = 'function handler() { throw new Error("no"); }';
  const FunctionConfig = { Runtime: 'cloudfront-js-2.0' };
  const Routes = {
    Type: 'AWS::CloudFront::Function',
    Properties: { FunctionCode, FunctionConfig },
  };
  const page = await startPage({ resources: { Routes } });

  const answer = await fetch(page.url);

  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ error: 'The page cannot be served' });
  expect(page.said).toEqual(['An edge function of the page failed: Error: no']);
});

test('the page’s port must be free', async () => {
  await expect(startPage({ port })).rejects.toThrow(
    `Port ${port} is in use: stop what uses it, or choose another with --dashboard-port.`,
  );
});

test('the page does not start with an invalid edge function', async () => {
  const FunctionConfig = { Runtime: 'cloudfront-js-2.0' };
  const Routes = {
    Type: 'AWS::CloudFront::Function',
    Properties: { FunctionCode: 'function (', FunctionConfig },
  };

  const starting = startPage({ resources: { Routes } });

  await expect(starting).rejects.toThrow('An edge function of the page does not load: ');
});
