import { expect, test } from '../../jest.ts';
import {
  belowBasePath,
  callersApis,
  methodsOf,
  propertiesOf,
  resources,
  synthesised,
} from '../synthesised.ts';

/** Without the doors' API, which `doors-api.ts` tests. */
const template = synthesised({ senders: ['hello@example.com', 'example.org'], doors: false });

const routes = ['/batch', '/cancel', '/execute', '/message', '/render', '/verify'];

/** The methods that an API must have, with this throttle of its routes. */
const expected = (base: string, rate: number, burst: number) =>
  [
    ...routes.map((route) => [
      ...[`POST ${base}${route}`, capital(route.slice(1)), 'Authorizer: authorization'],
      ...[true, rate, burst],
    ]),
    ...['/', '/{proxy+}', ...routes.map((route) => `${base}${route}`)].map(open),
    ...(base === '' ? [] : [base, `${base}/{proxy+}`].map(open)),
  ].toSorted();
const open = (path: string) => [`ANY ${path}`, 'NotFound', 'none', false, 100, 200];
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

test('V2.4.1 the API has exactly the routes of the documents, each behind the authorizer, a usage plan and a throttle for all callers together, and answers any other without a key', () => {
  const { api } = callersApis(template);

  expect(api.stage).toBe('v1');
  expect(methodsOf(api)).toEqual(expected('', 1000, 2000));
});

test('sam serves the same routes below a base path, with the throttle of the settings', () => {
  expect(methodsOf(callersApis(belowBasePath()).api)).toEqual(expected('/v1', 20, 40));
});

test('the gateway gets the API key from the authorizer, and passes bodies on as bytes', () => {
  const [api] = propertiesOf(template, 'AWS::ApiGateway::RestApi');

  expect(api).toMatchObject({
    ApiKeySourceType: 'AUTHORIZER',
    BinaryMediaTypes: ['*/*'],
    EndpointConfiguration: { Types: ['REGIONAL'] },
  });
});

test('V2.3.2 V6.3.1 the API has a usage plan for each plan of the specification: N/60 a second, a burst of N', () => {
  const plans = Object.values(resources(template, 'AWS::ApiGateway::UsagePlan'));

  expect(plans.map(({ Properties }) => Properties.Throttle)).toEqual([
    { BurstLimit: 60, RateLimit: 1 },
    { BurstLimit: 300, RateLimit: 5 },
    { BurstLimit: 1000, RateLimit: 1000 / 60 },
  ]);
  expect(plans.every(({ Properties }) => (Properties.ApiStages as object[]).length === 1)).toBe(
    true,
  );
});

type Answer = { status: unknown; body: string | undefined; headers: Record<string, string> };
const responses: Record<string, Answer> = Object.fromEntries(
  Object.values(resources(template, 'AWS::ApiGateway::GatewayResponse')).map(({ Properties }) => [
    Properties.ResponseType,
    {
      status: Properties.StatusCode,
      body: (Properties.ResponseTemplates as Record<string, string>)['application/json'],
      headers: Properties.ResponseParameters as Record<string, string>,
    },
  ]),
);

test.each([
  ['UNAUTHORIZED', '401', '{"error":"Authorization header is required"}'],
  ['ACCESS_DENIED', '401', '{"error":"$context.authorizer.errorMessage"}'],
  ['INVALID_API_KEY', '503', '{"error":"API key is not ready yet, try again"}'],
  ['THROTTLED', '429', '{"error":"Rate limit exceeded"}'],
  ['QUOTA_EXCEEDED', '429', '{"error":"Rate limit exceeded"}'],
  ['REQUEST_TOO_LARGE', '413', '{"error":"Request body is larger than 4.4 MB"}'],
  ['WAF_FILTERED', '403', '{"error":"Request refused by the firewall"}'],
  ['MISSING_AUTHENTICATION_TOKEN', '404', '{"error":"Not found"}'],
  ['RESOURCE_NOT_FOUND', '404', '{"error":"Not found"}'],
  ['AUTHORIZER_FAILURE', '500', '{"error":"Internal server error"}'],
  ['AUTHORIZER_CONFIGURATION_ERROR', '500', '{"error":"Internal server error"}'],
  ['INTEGRATION_FAILURE', '500', '{"error":"Internal server error"}'],
  ['INTEGRATION_TIMEOUT', '500', '{"error":"Internal server error"}'],
  ['DEFAULT_4XX', undefined, '{"error":"Request body is larger than 4.4 MB"}'],
  ['DEFAULT_5XX', '500', '{"error":"Internal server error"}'],
])('the gateway’s answer %s is a %s in the shape of the specification', (type, status, body) => {
  expect(responses[type]).toMatchObject({ body });
  expect(responses[type]?.status).toBe(status);
});

test('every answer of the gateway has a request id that a caller cannot choose', () => {
  for (const { headers } of Object.values(responses)) {
    expect(headers['gatewayresponse.header.x-request-id']).toBe('context.extendedRequestId');
  }
});

test.each(['THROTTLED', 'QUOTA_EXCEEDED', 'INVALID_API_KEY'])('%s says when to retry', (type) => {
  expect(responses[type]?.headers['gatewayresponse.header.Retry-After']).toBe("'1'");
});
