import { Routes } from '../../../local/gateway/routes.ts';
import { expect, test } from '../../jest.ts';
import { startGateway } from '../support/gateway.ts';
import { sendRaw } from '../support/raw-http.ts';

const gateway = await startGateway();
const { port } = gateway;

function routesOf(...paths: [path: string, method: string][]): Routes<string> {
  const routes = new Routes<string>();
  for (const [path, method] of paths) routes.add(path, method, `${method} ${path}`);
  return routes;
}

const routes = routesOf(
  ['/', 'ANY'],
  ['/render', 'POST'],
  ['/render', 'ANY'],
  ['/{proxy+}', 'ANY'],
  ['/items/{id}', 'GET'],
  ['/items/{id}/parts/{part}', 'GET'],
  ['/items/new', 'GET'],
);

test.each([
  ['POST', '/', 'ANY /', null],
  ['POST', '/render', 'POST /render', null],
  ['GET', '/render', 'ANY /render', null],
  ['POST', '/Render', 'ANY /{proxy+}', { proxy: 'Render' }],
  ['POST', '/render/', 'ANY /{proxy+}', { proxy: 'render/' }],
  ['POST', '//render', 'ANY /{proxy+}', { proxy: '/render' }],
  ['POST', '/render/x', 'ANY /{proxy+}', { proxy: 'render/x' }],
  ['GET', '/items/new', 'GET /items/new', null],
  ['GET', '/items/a%2Fb', 'GET /items/{id}', { id: 'a/b' }],
  ['GET', '/items/%E0%A4%A', 'GET /items/{id}', { id: '%E0%A4%A' }],
  ['GET', '/items/1/parts/2', 'GET /items/{id}/parts/{part}', { id: '1', part: '2' }],
  ['GET', '/items/', 'ANY /{proxy+}', { proxy: 'items/' }],
  ['DELETE', '/items/1', 'ANY /{proxy+}', { proxy: 'items/1' }],
])('the resource tree finds %s %s', (method, path, target, pathParameters) => {
  expect(routes.find(path, method)).toEqual({ target, pathParameters });
});

test('the resource tree finds nothing if a resource has neither the method nor ANY', () => {
  const only = routesOf(['/render', 'POST']);

  expect([
    only.find('/render', 'GET'),
    only.find('/other', 'POST'),
    only.find('/', 'POST'),
  ]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['', '/', null],
  ['/', '/', null],
  ['/echo', '/echo', null],
  ['/echo/', '/{proxy+}', { proxy: 'echo/' }],
  ['/a?b=c', '/{proxy+}', { proxy: 'a' }],
])('a path below the stage leads to its resource: %s', async (path, resource, pathParameters) => {
  const answer = await fetch(`${gateway.url}${path}`);

  expect((await answer.json()) as object).toMatchObject({ resource, pathParameters });
});

test.each(['/', '/v2/echo', '/v1x/echo', '/echo', '//v1/echo'])(
  'a path that is not below the stage is not found, with or without a key: %s',
  async (path) => {
    const url = `http://127.0.0.1:${port}${path}`;

    const answers = await Promise.all([
      fetch(url, { method: 'POST' }),
      fetch(url, { method: 'POST', headers: { authorization: 'Bearer x' } }),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await answers[1]?.json()).toEqual({ error: 'no such route' });
  },
);

test('a method that a resource does not have is answered by its ANY, without authorizer', async () => {
  const answers = await Promise.all(
    ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((method) =>
      fetch(`${gateway.url}/echo`, { method }),
    ),
  );

  expect((await Promise.all(answers.map((answer) => answer.json()))) as object[]).toEqual(
    ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'].map((httpMethod) =>
      expect.objectContaining({ httpMethod, resource: '/echo' }),
    ),
  );
});

test('a path may be a whole address, as for a proxy', async () => {
  const answer = await sendRaw(
    port,
    `GET http://127.0.0.1:${port}/v1/a HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
  );

  expect(JSON.parse(answer.body)).toMatchObject({ path: '/a' });
});
