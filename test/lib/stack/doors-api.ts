import { expect, test } from '../../jest.ts';
import {
  belowBasePath,
  joined,
  only,
  propertiesOf,
  resources,
  synthesised,
} from '../synthesised.ts';

const template = synthesised({ throttle: { requestsPerSecond: 20, burst: 40 } });
const { id: api } = only(template, 'AWS::ApiGateway::RestApi', 'Doors');
const ofDoors = (type: string) =>
  Object.entries(resources(template, `AWS::ApiGateway::${type}`)).filter(
    ([, { Properties }]) => (Properties.RestApiId as { Ref?: string } | undefined)?.Ref === api,
  );

/** The id of a resource without the hash. */
const plain = (id: string) => id.replace(/[0-9A-F]{8}$/, '');

function pathOf(id: string | undefined): string {
  const found = ofDoors('Resource').find(([one]) => one === id)?.[1].Properties;
  if (!found) return '';
  return `${pathOf((found.ParentId as { Ref?: string }).Ref)}/${found.PathPart}`;
}

/** Methods as `POST /smtp`, with the function that answers them and the authorizer that a caller needs. */
const methods = ofDoors('Method').map(([, { Properties }]) => {
  const { HttpMethod, ResourceId, AuthorizerId, ApiKeyRequired, Integration } = Properties;
  const { Uri } = Integration as { Uri: unknown };
  const [, fn = ''] = /"Fn::GetAtt":\["(\w+)","Arn"\]/.exec(JSON.stringify(Uri)) ?? [];
  const authorizer = (AuthorizerId as { Ref: string } | undefined)?.Ref;
  return [
    `${HttpMethod} ${pathOf((ResourceId as { Ref?: string }).Ref) || '/'}`,
    plain(fn),
    authorizer ? plain(authorizer) : 'none',
    ApiKeyRequired ?? false,
  ];
});

const routes = [
  ['POST /resend/emails', 'Execute', 'DoorsAuthorizer'],
  ['POST /resend/emails/batch', 'Batch', 'DoorsAuthorizer'],
  ['GET /resend/emails/{id}', 'Message', 'DoorsAuthorizer'],
  ['POST /resend/emails/{id}/cancel', 'Cancel', 'DoorsAuthorizer'],
  ['POST /postmark/email', 'Execute', 'DoorsPostmarkAuthorizer'],
  ['POST /postmark/email/withTemplate', 'Execute', 'DoorsPostmarkAuthorizer'],
  ['POST /postmark/email/batch', 'Batch', 'DoorsPostmarkAuthorizer'],
  ['POST /postmark/email/batchWithTemplates', 'Batch', 'DoorsPostmarkAuthorizer'],
  ['POST /smtp', 'Execute', 'DoorsAuthorizer'],
  ['POST /supabase/{hook}', 'Execute', 'DoorsHookAuthorizer'],
] as const;
const paths = routes.map(([route]) => route.replace(/^\w+ /, ''));
const others = ['/', '/{proxy+}', '/resend/{proxy+}', '/postmark/{proxy+}', ...paths];

test('the functions of /v1 answer the routes of the doors, each behind an authorizer and a usage plan, and others get 404 without a key', () => {
  expect(methods.toSorted()).toEqual(
    [
      ...routes.map(([route, fn, authorizer]) => [route, fn, authorizer, true]),
      ...others.map((path) => [`ANY ${path}`, 'NotFound', 'none', false]),
    ].toSorted(),
  );
});

test('the authorizers of the doors read the header of each peer, or the hook in the path, and cache nothing', () => {
  const cached = { AuthorizerResultTtlInSeconds: 0 };
  const found = ofDoors('Authorizer').map(([id, { Properties }]) => {
    const { Type, IdentitySource, AuthorizerResultTtlInSeconds } = Properties;
    return [plain(id), { Type, IdentitySource, AuthorizerResultTtlInSeconds }];
  });

  const header = (name: string) => `method.request.header.${name}`;
  expect(Object.fromEntries(found)).toEqual({
    DoorsAuthorizer: { Type: 'TOKEN', IdentitySource: header('Authorization'), ...cached },
    DoorsPostmarkAuthorizer: {
      ...{ Type: 'TOKEN', IdentitySource: header('X-Postmark-Server-Token'), ...cached },
    },
    DoorsHookAuthorizer: { Type: 'REQUEST', IdentitySource: undefined, ...cached },
  });
});

test('the doors have the throttle of the settings, and a limit for requests without a key', () => {
  const stage = only(template, 'AWS::ApiGateway::Stage', 'Doors').properties;

  const settings = stage.MethodSettings as Record<string, unknown>[];
  const limits = settings.map((each) => [each.HttpMethod, each.ThrottlingRateLimit]);
  expect(stage.StageName).toBe('doors');
  expect(limits.filter(([method]) => method === 'ANY')).toEqual(others.map(() => ['ANY', 100]));
  expect(limits.filter(([method]) => method !== 'ANY')).toEqual(
    routes.map(([route]) => [route.split(' ')[0], 20]),
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
  ['UNAUTHORIZED', '401', 'missing_api_key', 10, 'An API key is required'],
  ['ACCESS_DENIED', '401', 'invalid_api_key', 10, '$context.authorizer.errorMessage'],
  ['INVALID_API_KEY', '503', 'application_error', 503, 'API key is not ready yet, try again'],
  ['THROTTLED', '429', 'rate_limit_exceeded', 429, 'Rate limit exceeded'],
  ['REQUEST_TOO_LARGE', '413', 'validation_error', 300, 'Request body is larger than 4.4 MB'],
  ['WAF_FILTERED', '403', 'security_error', 403, 'Request refused by the firewall'],
  ['MISSING_AUTHENTICATION_TOKEN', '404', 'not_found', 404, 'Not found'],
  ['INTEGRATION_TIMEOUT', '500', 'internal_server_error', 500, 'Internal server error'],
])(
  'the gateway’s answer %s at a door has the fields of every peer',
  (type, status, name, ErrorCode, message) => {
    const [found] = ofDoors('GatewayResponse').filter(
      ([, { Properties }]) => Properties.ResponseType === type,
    );

    const { StatusCode, ResponseTemplates, ResponseParameters } = found?.[1].Properties ?? {};
    const body = (ResponseTemplates as Record<string, string>)['application/json'] ?? '';
    expect(StatusCode).toBe(status);
    expect(JSON.parse(body)).toEqual({
      ...{ statusCode: Number(status), name, message, ErrorCode, Message: message, error: message },
    });
    const retries = ['429', '503'].includes(status);
    expect(ResponseParameters).toEqual({
      'gatewayresponse.header.x-request-id': 'context.extendedRequestId',
      ...(retries && { 'gatewayresponse.header.Retry-After': "'1'" }),
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
