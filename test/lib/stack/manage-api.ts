import { expect, test } from '../../jest.ts';
import { allows, statementsOf } from '../policy.ts';
import {
  belowBasePath,
  joined,
  only,
  permissionsOf,
  resources,
  synthesised,
  variablesOf,
  words,
} from '../synthesised.ts';

const template = synthesised({ dashboard: true, senders: ['hello@example.com'] });

const named = (type: string, prefix: string) => only(template, type, prefix);
const apiId = () => named('AWS::ApiGateway::RestApi', 'Dashboard').id;

test('V10.3.2 the dashboard’s API is one route for users of the pool whose token has the scope', () => {
  const methods = Object.values(resources(template, 'AWS::ApiGateway::Method')).filter(
    ({ Properties }) => (Properties.RestApiId as { Ref: string }).Ref === apiId(),
  );

  expect(methods.map(({ Properties }) => Properties)).toEqual([
    expect.objectContaining({
      HttpMethod: 'ANY',
      AuthorizationType: 'COGNITO_USER_POOLS',
      AuthorizationScopes: ['openid'],
      AuthorizerId: { Ref: named('AWS::ApiGateway::Authorizer', 'Dashboard').id },
    }),
  ]);
});

test('V9.1.3 the dashboard’s API checks the token with its only pool at every request', () => {
  const { properties } = named('AWS::ApiGateway::Authorizer', 'Dashboard');

  expect(properties).toEqual({
    Name: expect.any(String),
    Type: 'COGNITO_USER_POOLS',
    IdentitySource: 'method.request.header.Authorization',
    AuthorizerResultTtlInSeconds: 0,
    ProviderARNs: [{ 'Fn::GetAtt': [expect.stringMatching(/^DashboardSignInUsers/), 'Arn'] }],
    RestApiId: { Ref: apiId() },
  });
});

test('the dashboard’s API is throttled as a whole, below the stage that its addresses begin with', () => {
  const { properties } = named('AWS::ApiGateway::Stage', 'Dashboard');

  expect(properties).toMatchObject({
    StageName: 'manage',
    MethodSettings: [
      {
        HttpMethod: 'ANY',
        ResourcePath: '/~1v1~1{proxy+}',
        ThrottlingRateLimit: 50,
        ThrottlingBurstLimit: 100,
      },
    ],
  });
});

test('the dashboard’s API has the stage in its path for sam local, which serves no stages', () => {
  const all = resources(belowBasePath(), 'AWS::ApiGateway::Resource');
  const pathOf = (id: string): string => {
    const { PathPart, ParentId } = all[id]?.Properties ?? {};
    const parent = (ParentId as { Ref?: string } | undefined)?.Ref;
    return `${parent ? pathOf(parent) : ''}/${PathPart}`;
  };

  const paths = Object.keys(all).map(pathOf);

  expect(paths).toContain('/manage/v1/{proxy+}');
  expect(paths).toContain('/v1/{proxy+}');
  expect(new Set(paths).size).toBe(paths.length);
});

test('the dashboard’s API gets bodies as bytes', () => {
  expect(named('AWS::ApiGateway::RestApi', 'Dashboard').properties).toMatchObject({
    BinaryMediaTypes: ['*/*'],
    EndpointConfiguration: { Types: ['REGIONAL'] },
  });
});

const responses = () =>
  Object.entries(resources(template, 'AWS::ApiGateway::GatewayResponse')).filter(([id]) =>
    id.startsWith('Dashboard'),
  );

test.each([
  ['UNAUTHORIZED', '401', 401, 'signed_out', 'Sign in first'],
  ['ACCESS_DENIED', '403', 403, 'not_allowed', 'This sign-in is for another application'],
  ['THROTTLED', '429', 429, 'too_many', 'Too many requests at once, try again'],
  ['REQUEST_TOO_LARGE', '413', 413, 'too_large', 'Request body is larger than 1 MB'],
  ['MISSING_AUTHENTICATION_TOKEN', '404', 404, 'not_found', 'Not found'],
  ['INTEGRATION_TIMEOUT', '500', 500, 'internal', 'Internal server error'],
  ['DEFAULT_4XX', undefined, 413, 'too_large', 'Request body is larger than 1 MB'],
  ['DEFAULT_5XX', '500', 500, 'internal', 'Internal server error'],
])('the gateway answers %s with a problem', (type, statusCode, status, code, title) => {
  const found = responses().find(([, { Properties }]) => Properties.ResponseType === type);

  const { StatusCode, ResponseTemplates } = found?.[1].Properties ?? {};
  expect(StatusCode).toBe(statusCode);
  const body = (ResponseTemplates as Record<string, string>)['application/json'] ?? '';
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    code,
    title,
    status,
    requestId: '$context.extendedRequestId',
    errors: [],
  });
});

test('each answer of the gateway has its type, and a request id that a caller cannot choose', () => {
  for (const [, { Properties }] of responses()) {
    expect(Properties.ResponseParameters).toMatchObject({
      'gatewayresponse.header.Content-Type': "'application/problem+json'",
      'gatewayresponse.header.x-request-id': 'context.extendedRequestId',
      'gatewayresponse.header.cache-control': "'no-store'",
    });
  }
  expect(responses()).toHaveLength(20);
});

const ses = 'arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:';
const usage = (plan: string) =>
  `arn:\${AWS::Partition}:apigateway:\${AWS::Region}::/usageplans/\${RestApiPlan${plan}}/usage`;

test('the function of the dashboard’s API may do what the dashboard does, but not create users', () => {
  expect(permissionsOf(template, 'Manage')).toEqual({
    'logs:CreateLogStream': ['ManageLogs'],
    'logs:PutLogEvents': ['ManageLogs'],
    'logs:StartQuery': [
      ...['RenderLogs', 'ExecuteLogs', 'VerifyLogs', 'MessageLogs', 'CancelLogs'],
      ...['ManageLogs', 'DueLogs'],
    ],
    'logs:GetQueryResults': ['*'],
    'logs:StopQuery': ['*'],
    'dynamodb:BatchGetItem': ['TablesMessages'],
    'dynamodb:GetItem': [
      'TablesUsers',
      'TablesAccounts',
      'TablesTrail',
      'TablesKeys',
      'TablesTemplates',
      'TablesMessages',
    ],
    'dynamodb:PutItem': ['TablesTrail', 'TablesKeys', 'TablesTemplates', 'TablesMessages'],
    'dynamodb:UpdateItem': ['TablesAccounts', 'TablesKeys', 'TablesTemplates', 'TablesMessages'],
    'dynamodb:DeleteItem': ['TablesMessages'],
    'dynamodb:Scan': ['TablesUsers', 'TablesKeys'],
    'dynamodb:Query': [
      'TablesTrail',
      'TablesKeys/index/byAccount',
      'TablesTemplates',
      'TablesMessages',
      'TablesMessages/index/bySesMessageId',
    ],
    'ses:SendEmail': [`${ses}identity/*`, `${ses}configuration-set/\${SendingConfigurationSet}`],
    'ses:SendRawEmail': [`${ses}identity/*`, `${ses}configuration-set/\${SendingConfigurationSet}`],
    'ses:GetEmailIdentity': [`${ses}identity/*`],
    'ses:GetConfigurationSet': [`${ses}configuration-set/\${SendingConfigurationSet}`],
    'ses:GetConfigurationSetEventDestinations': [
      `${ses}configuration-set/\${SendingConfigurationSet}`,
    ],
    'ses:GetAccount': ['*'],
    'apigateway:GET': [usage('free'), usage('pro'), usage('team')],
    'sqs:SendMessage': ['LaterDue', 'LaterWebhooks'],
    'scheduler:DeleteSchedule': [expect.stringMatching(/:schedule\/[^/]*Later[^/]*\/\*$/)],
  });
});

test('the function of the dashboard’s API may change the name of an account, but not its plan', () => {
  const { id } = only(template, 'AWS::DynamoDB::GlobalTable', 'TablesAccounts');
  const mayChange = (attribute: string) =>
    allows(statementsOf(template, 'Manage'), {
      action: 'dynamodb:UpdateItem',
      resource: `\${${id}.Arn}`,
      context: { 'dynamodb:Attributes': ['accountId', attribute] },
    });

  expect([mayChange('name'), mayChange('plan')]).toEqual([true, false]);
});

test('the function of the dashboard’s API adds to the trail only with a change, and changes no entry', () => {
  const { id } = only(template, 'AWS::DynamoDB::GlobalTable', 'TablesTrail');
  const may = (action: string, enclosing?: string) =>
    allows(statementsOf(template, 'Manage'), {
      action: `dynamodb:${action}`,
      resource: `\${${id}.Arn}`,
      context: enclosing === undefined ? {} : { 'dynamodb:EnclosingOperation': enclosing },
    });

  expect(may('PutItem', 'TransactWriteItems')).toBe(true);
  expect([may('PutItem'), may('PutItem', 'BatchWriteItem')]).toEqual([false, false]);
  const changes = ['UpdateItem', 'DeleteItem'].map((action) => may(action, 'TransactWriteItems'));
  expect(changes).toEqual([false, false]);
});

test('no function but that of the dashboard’s API may touch the trail', () => {
  const others = Object.keys(resources(template, 'AWS::IAM::Policy')).filter(
    (id) => !id.startsWith('Manage'),
  );
  const policies = others.map((id) => resources(template, 'AWS::IAM::Policy')[id]);

  expect(others.length).toBeGreaterThan(8);
  expect(JSON.stringify(policies)).not.toContain('TablesTrail');
});

test('the function gets the tables, the plans and the address of the public API, and declares local endpoints', () => {
  const variables = variablesOf(template, 'Manage');

  expect(Object.keys(variables).sort()).toEqual(
    words(`ACCOUNTS_TABLE AWS_ENDPOINT_URL_API_GATEWAY AWS_ENDPOINT_URL_CLOUDWATCH_LOGS
      AWS_ENDPOINT_URL_DYNAMODB AWS_ENDPOINT_URL_SCHEDULER AWS_ENDPOINT_URL_SESV2
      AWS_ENDPOINT_URL_SQS BASE_URL CONFIGURATION_SET DEAD_LETTER_QUEUE DNS_SERVERS DUE_QUEUE
      FAST_FORWARD_MS KEYS_TABLE LOG_GROUPS LOG_RETENTION_DAYS MESSAGES_TABLE
      MESSAGE_RETENTION_DAYS METRICS_NAMESPACE SCHEDULE_GROUP SCHEDULE_ROLE SENDERS SENDING
      SUPPRESSION TEMPLATES_TABLE TRAIL_DAYS TRAIL_TABLE USAGE_PLAN_FREE USAGE_PLAN_PRO USAGE_PLAN_TEAM
      USERS_TABLE WEBHOOKS_QUEUE WEBHOOKS_TO`),
  );
  expect(joined(variables.BASE_URL)).toMatch(/\/\{RestApi\w*DeploymentStagev1\w+\}$/);
});

type Resource = { Type: string; DependsOn?: string | string[]; Properties?: unknown };
const all = synthesised({ dashboard: true }).toJSON().Resources as Record<string, Resource>;

/** The resources that must exist before a resource is created: those that it refers to, and so on. */
function neededBy(id: string, found = new Set<string>()): Set<string> {
  const { DependsOn = [], Properties } = all[id] ?? { Type: '' };
  const named = JSON.stringify(Properties ?? {}).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g);
  for (const other of [...[DependsOn].flat(), ...[...named].map(([, name = '']) => name)]) {
    if (!(other in all) || found.has(other)) continue;
    found.add(other);
    neededBy(other, found);
  }
  return found;
}

const partsOf = (prefix: string, type = '') =>
  Object.keys(all).filter(
    (id) => id.startsWith(prefix) && all[id]?.Type.startsWith(`AWS::ApiGateway::${type}`),
  );
const [api = ''] = partsOf('RestApi', 'RestApi');
const [manageApi = ''] = partsOf('DashboardManageApi', 'RestApi');
const [stage = ''] = partsOf('RestApi', 'Stage');

test('the two APIs are created and deleted one after the other, because API Gateway limits the rate of calls', () => {
  const partsOfManage = partsOf('DashboardManageApi').filter((id) => id !== manageApi);

  expect(partsOfManage.length).toBeGreaterThan(20);
  expect(partsOfManage.filter((id) => !neededBy(id).has(stage))).toEqual([]);
  expect(neededBy(api)).toContain(manageApi);
});

test('the distribution waits for no part of the two APIs but the host of the second', () => {
  const [distribution = ''] = Object.keys(all).filter(
    (id) => all[id]?.Type === 'AWS::CloudFront::Distribution',
  );

  const waitsFor = [...neededBy(distribution)].filter((id) =>
    all[id]?.Type.startsWith('AWS::ApiGateway::'),
  );
  expect(waitsFor).toEqual([manageApi]);
});

test('no resource depends on itself', () => {
  expect(Object.keys(all).filter((id) => neededBy(id).has(id))).toEqual([]);
});
