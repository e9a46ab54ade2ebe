import { expect, test } from '../../jest.ts';
import {
  belowBasePath,
  callersApis,
  joined,
  methodsOf,
  propertiesOf,
  resources,
  synthesised,
} from '../synthesised.ts';

const template = synthesised({ throttle: { requestsPerSecond: 20, burst: 40 } });
const { doors } = callersApis(template);

/** The id of a resource without the hash. */
const plain = (id: string) => id.replace(/[0-9A-F]{8}$/, '');

const routes = [
  ['POST /resend/emails', 'Execute', 'Authorizer: authorization'],
  ['POST /resend/emails/batch', 'Batch', 'Authorizer: authorization'],
  ['GET /resend/emails/{id}', 'Message', 'Authorizer: authorization'],
  ['POST /resend/emails/{id}/cancel', 'Cancel', 'Authorizer: authorization'],
  ['POST /postmark/email', 'Execute', 'Authorizer: x-postmark-server-token'],
  ['POST /postmark/email/withTemplate', 'Execute', 'Authorizer: x-postmark-server-token'],
  ['POST /postmark/email/batch', 'Batch', 'Authorizer: x-postmark-server-token'],
  ['POST /postmark/email/batchWithTemplates', 'Batch', 'Authorizer: x-postmark-server-token'],
  ['POST /smtp', 'Execute', 'Authorizer: authorization'],
  ['POST /supabase/{hook}', 'Execute', 'Authorizer: path'],
] as const;
const paths = routes.map(([route]) => route.replace(/^\w+ /, ''));
const others = ['/', '/{proxy+}', '/resend/{proxy+}', '/postmark/{proxy+}', ...paths];

test('the functions of /v1 answer the routes of the doors, each behind a usage plan, the throttle of the settings and an authorizer that reads the header of the peer or the hook in the path, and others get 404 without a key', () => {
  expect(doors?.stage).toBe('doors');
  expect(methodsOf(doors)).toEqual(
    [
      ...routes.map((route) => [...route, true, 20, 40]),
      ...others.map((path) => [`ANY ${path}`, 'NotFound', 'none', false, 100, 200]),
    ].toSorted(),
  );
});

test('a request through a door counts against the same plan as one to /v1', () => {
  const plans = propertiesOf(template, 'AWS::ApiGateway::UsagePlan');

  expect(plans).toHaveLength(3);
  for (const { ApiStages } of plans) {
    const stages = (ApiStages as { Stage: { Ref: string } }[]).map(({ Stage }) => Stage.Ref);
    expect(stages.map(plain)).toEqual(['RestApiDeploymentStagev1', 'DoorsApiDeploymentStagedoors']);
  }
});

test.each([
  ['UNAUTHORIZED', 401, 'missing_api_key', 10, 'An API key is required'],
  ['ACCESS_DENIED', 401, 'invalid_api_key', 10, '$context.authorizer.errorMessage'],
  ['INVALID_API_KEY', 503, 'application_error', 503, 'API key is not ready yet, try again'],
  ['THROTTLED', 429, 'rate_limit_exceeded', 429, 'Rate limit exceeded'],
  ['REQUEST_TOO_LARGE', 413, 'validation_error', 300, 'Request body is larger than 4.4 MB'],
  ['WAF_FILTERED', 403, 'security_error', 403, 'Request refused by the firewall'],
  ['MISSING_AUTHENTICATION_TOKEN', 404, 'not_found', 404, 'Not found'],
  ['INTEGRATION_TIMEOUT', 500, 'internal_server_error', 500, 'Internal server error'],
])(
  'the gateway’s answer %s at a door has the fields of every peer',
  (type, status, name, ErrorCode, message) => {
    const found = doors?.gatewayResponses.find((response) => response.type === type);

    expect({ ...found, template: JSON.parse(found?.template ?? '') }).toEqual({
      ...{ type, status },
      template: { statusCode: status, name, message, ErrorCode, Message: message, error: message },
      headers: {
        'x-request-id': 'context.extendedRequestId',
        ...([429, 503].includes(status) && { 'Retry-After': "'1'" }),
      },
    });
  },
);

test('one alarm covers both APIs, which have one name in CloudWatch, and does not count the 501 for absent parts', () => {
  const names = propertiesOf(template, 'AWS::ApiGateway::RestApi').map(({ Name }) => Name);

  const [alarm] = Object.entries(resources(template, 'AWS::CloudWatch::Alarm')).filter(([id]) =>
    id.includes('ApiFaults'),
  );
  const queries = alarm?.[1].Properties.Metrics as { MetricStat?: { Metric: object } }[];
  expect(names).toEqual(['test', 'test']);
  const ofApis = (MetricName: string) => ({
    ...{ Namespace: 'AWS/ApiGateway', MetricName },
    Dimensions: [{ Name: 'ApiName', Value: 'test' }],
  });
  const absent = { Namespace: 'test', MetricName: 'ms', Dimensions: expect.any(Array) };
  expect(queries.flatMap(({ MetricStat }) => MetricStat?.Metric ?? [])).toEqual([
    ...[ofApis('5XXError'), absent, ofApis('Count')],
  ]);
});

test('the stack has no doors if the settings say so, and none for sam local, which serves one API for callers', () => {
  const without = synthesised({ doors: false });
  const apis = (of: typeof template) =>
    Object.keys(resources(of, 'AWS::ApiGateway::RestApi')).map(plain);

  expect(apis(without)).toEqual(['RestApi']);
  expect(without.findOutputs('*')).not.toHaveProperty('DoorsUrl');
  expect(apis(belowBasePath())).toEqual(['RestApi', 'DashboardManageApi']);
  expect(joined(template.findOutputs('DoorsUrl').DoorsUrl?.Value)).toMatch(
    /\/\{DoorsApiDeploymentStagedoors\w+\}$/,
  );
});
