import { expect, test } from '../../jest.ts';
import { allow, gatewayKey, post, startGateway } from '../support/gateway.ts';

/** An authorizer whose code is `body`, which may use `event`. */
const authorizer = (body: string) => ({
  functions: { authorizer: { code: `exports.handler = async (event) => { ${body} };` } },
});

const policy = (effect: string, resource: string) =>
  `policyDocument: { Statement: [{ Effect: '${effect}', Action: 'execute-api:Invoke', Resource: ${resource} }] }`;

test.each([
  ['absent', {}],
  ['empty', { authorization: '' }],
])('the authorizer is not asked when the header is %s', async (_, headers) => {
  const gateway = await startGateway(authorizer('throw new Error("asked");'));

  const answer = await fetch(`${gateway.url}/echo`, { method: 'POST', headers });

  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ error: 'no token' });
  expect(answer.headers.get('x-request-id')).toMatch(/^.{16}$/);
  expect(gateway.said).toEqual([]);
});

test('the authorizer is asked with the token and the method', async () => {
  const deny = `return { principalId: 'x', ${policy('Deny', "'*'")}, context: { errorMessage: JSON.stringify(event).replaceAll('"', "'") } };`;
  const gateway = await startGateway(authorizer(deny));

  const answer = await post(gateway, '/echo?a=b');

  expect(await answer.json()).toEqual({
    error:
      "{'type':'TOKEN','methodArn':'arn:aws:execute-api:us-east-1:000000000000:Api/v1/POST/echo','authorizationToken':'Bearer x'}",
  });
});

test('the authorizer is asked at every request', async () => {
  const once = `globalThis.asked = (globalThis.asked ?? 0) + 1;
      return { principalId: 'x', ${policy('Allow', "'*'")}, usageIdentifierKey: '${gatewayKey}', context: { asked: globalThis.asked } };`;
  const gateway = await startGateway({ ...authorizer(once), environments: 1 });

  const asked = [];
  for (let turn = 0; turn < 3; turn++) {
    const event = (await (await post(gateway, '/echo')).json()) as {
      requestContext: { authorizer: { asked: string } };
    };
    asked.push(event.requestContext.authorizer.asked);
  }

  expect(asked).toEqual(['1', '2', '3']);
});

test.each([
  ['a denial', policy('Deny', 'event.methodArn'), 401, 'not you'],
  ['no statement', 'policyDocument: { Statement: [] }', 401, 'not you'],
  ['another method', policy('Allow', "event.methodArn.replace('POST', 'GET')"), 401, 'not you'],
  ['another action', policy('Allow', "'*'").replace(':Invoke', ':Invalidate'), 401, 'not you'],
  ['the whole stage', policy('Allow', "event.methodArn.replace(/POST.*/, '*')"), 200, undefined],
  ['a list of methods', policy('Allow', "['x', event.methodArn]"), 200, undefined],
])("the authorizer's policy decides: %s", async (_, statement, status, error) => {
  const gateway = await startGateway(
    authorizer(
      `return { principalId: 'x', ${statement}, usageIdentifierKey: '${gatewayKey}', context: { errorMessage: 'not you' } };`,
    ),
  );

  const answer = await post(gateway, '/echo');

  expect(answer.status).toBe(status);
  expect((await answer.json()) as object).toMatchObject(error ? { error } : { path: '/echo' });
});

test.each([
  ['says exactly Unauthorized', 'throw new Error("Unauthorized");', 401, 'no token'],
  ['throws', 'throw new Error("broken");', 500, 'authorizer failed'],
  ['crashes', 'process.exit(1);', 500, 'authorizer failed'],
  ['answers nothing', 'return undefined;', 500, 'authorizer misconfigured'],
  ['answers no policy', 'return { principalId: "x" };', 500, 'authorizer misconfigured'],
  [
    'answers an object in its context',
    `return { principalId: 'x', ${policy('Allow', "'*'")}, context: { a: {} } };`,
    500,
    'authorizer misconfigured',
  ],
])('an authorizer that %s has its own answer', async (_, body, status, error) => {
  const gateway = await startGateway(authorizer(body));

  const answer = await post(gateway, '/echo');

  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ error });
  expect(answer.headers.get('x-request-id')).toMatch(/^.{16}$/);
});

test('the authorizer runs before the body is checked: without a token a body that is too large is a 401', async () => {
  const gateway = await startGateway({ functions: { authorizer: allow } });

  const answer = await fetch(`${gateway.url}/echo`, {
    method: 'POST',
    body: Buffer.alloc(11 * 1024 * 1024),
  });

  expect(answer.status).toBe(401);
});
