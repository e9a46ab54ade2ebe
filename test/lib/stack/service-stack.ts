import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from '../../jest.ts';
import { belowBasePath, changed, permissionsOf, resources, synthesised } from '../synthesised.ts';

const template = synthesised({ senders: ['hello@example.com', 'example.org'] });

/** Methods as `POST /render`, with their authorizer and whether they need a key. */
function methods(of: Template) {
  const paths = new Map<string, string>();
  for (const [id, { Properties }] of Object.entries(resources(of, 'AWS::ApiGateway::Resource'))) {
    const parent = (Properties.ParentId as { Ref?: string }).Ref;
    paths.set(id, `${parent ? (paths.get(parent) ?? '') : ''}/${Properties.PathPart}`);
  }
  return Object.values(resources(of, 'AWS::ApiGateway::Method')).map(({ Properties }) => {
    const { Ref } = Properties.ResourceId as { Ref?: string };
    return {
      route: `${Properties.HttpMethod} ${Ref ? paths.get(Ref) : '/'}`,
      authorization: Properties.AuthorizationType,
      authorizer: Properties.AuthorizerId !== undefined,
      apiKey: Properties.ApiKeyRequired ?? false,
    };
  });
}

test('the API has exactly the routes of the documents, each behind the authorizer and a usage plan', () => {
  expect(methods(template).filter(({ route }) => !route.startsWith('ANY'))).toEqual(
    [
      'POST /render',
      'POST /execute',
      'POST /verify',
      'POST /message',
      'POST /cancel',
      'POST /batch',
    ].map((route) => ({
      route,
      authorization: 'CUSTOM',
      authorizer: true,
      apiKey: true,
    })),
  );
});

test('the API answers any other route and method without a key', () => {
  const open = methods(template).filter(({ route }) => route.startsWith('ANY'));

  expect(open.map(({ route }) => route).sort()).toEqual([
    'ANY /',
    'ANY /batch',
    'ANY /cancel',
    'ANY /execute',
    'ANY /message',
    'ANY /render',
    'ANY /verify',
    'ANY /{proxy+}',
  ]);
  expect(open.every(({ authorization, apiKey }) => authorization === 'NONE' && !apiKey)).toBe(true);
});

test('V2.4.1 the API throttles every route, with a key or without, all callers together', () => {
  const [stage] = Object.values(resources(template, 'AWS::ApiGateway::Stage'));

  const settings = stage?.Properties.MethodSettings as Record<string, unknown>[];
  expect(stage?.Properties.StageName).toBe('v1');
  expect(settings.map((s) => [s.HttpMethod, s.ResourcePath, s.ThrottlingRateLimit]).sort()).toEqual(
    [
      ['ANY', '/', 100],
      ['ANY', '/~1batch', 100],
      ['ANY', '/~1cancel', 100],
      ['ANY', '/~1execute', 100],
      ['ANY', '/~1message', 100],
      ['ANY', '/~1render', 100],
      ['ANY', '/~1verify', 100],
      ['ANY', '/~1{proxy+}', 100],
      ['POST', '/~1batch', 1000],
      ['POST', '/~1cancel', 1000],
      ['POST', '/~1execute', 1000],
      ['POST', '/~1message', 1000],
      ['POST', '/~1render', 1000],
      ['POST', '/~1verify', 1000],
    ],
  );
});

test('the API throttles the routes of the spec as the settings say, below a base path as well', () => {
  const stages = Object.values(resources(belowBasePath(), 'AWS::ApiGateway::Stage'));

  const settings = stages.flatMap(
    ({ Properties }) => Properties.MethodSettings as Record<string, unknown>[],
  );
  const posts = settings.filter(({ HttpMethod }) => HttpMethod === 'POST');
  expect(
    posts.map((s) => [s.ResourcePath, s.ThrottlingRateLimit, s.ThrottlingBurstLimit]).sort(),
  ).toEqual([
    ['/~1v1~1batch', 20, 40],
    ['/~1v1~1cancel', 20, 40],
    ['/~1v1~1execute', 20, 40],
    ['/~1v1~1message', 20, 40],
    ['/~1v1~1render', 20, 40],
    ['/~1v1~1verify', 20, 40],
  ]);
});

test('Lambda reserves executions for a function only if the settings say so', () => {
  const reservedOf = (settings: object) => {
    const functions = resources(synthesised(settings), 'AWS::Lambda::Function');
    return Object.entries(functions).flatMap(([id, { Properties }]) =>
      Properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[id.replace(/[0-9A-F]{8}$/, ''), Properties.ReservedConcurrentExecutions]],
    );
  };

  expect(reservedOf({})).toEqual([]);
  expect(reservedOf(changed).sort()).toEqual([
    ['Authorizer', 50],
    ['Render', 20],
  ]);
});

test('the gateway asks the authorizer at every request, because a cached answer would keep a revoked key working', () => {
  const [authorizer] = Object.values(resources(template, 'AWS::ApiGateway::Authorizer'));

  expect(authorizer?.Properties).toMatchObject({
    Type: 'TOKEN',
    AuthorizerResultTtlInSeconds: 0,
    IdentitySource: 'method.request.header.Authorization',
  });
  expect(authorizer?.Properties).not.toHaveProperty('IdentityValidationExpression');
});

test('the gateway gets the API key from the authorizer, and passes bodies on as bytes', () => {
  const [api] = Object.values(resources(template, 'AWS::ApiGateway::RestApi'));

  expect(api?.Properties).toMatchObject({
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

test('for sam local the same methods are below a base path', () => {
  const below = methods(belowBasePath()).map(({ route }) => route);

  expect(below).toEqual(
    expect.arrayContaining(['POST /v1/render', 'POST /v1/execute', 'POST /v1/verify']),
  );
  expect(below).not.toContain('POST /render');
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

const log = (name: string) => ({
  'logs:CreateLogStream': [`${name}Logs`],
  'logs:PutLogEvents': [`${name}Logs`],
});

test('V13.3.2 the authorizer may read one key and nothing else', () => {
  expect(permissionsOf(template, 'Authorizer')).toEqual({
    ...log('Authorizer'),
    'dynamodb:GetItem': ['TablesKeys'],
  });
});

test('V13.2.2 render may read a template and nothing else', () => {
  expect(permissionsOf(template, 'Render')).toEqual({
    ...log('Render'),
    'dynamodb:GetItem': ['TablesTemplates'],
  });
});

test('verify may use no table', () => {
  expect(permissionsOf(template, 'Verify')).toEqual(log('Verify'));
});

test('message may read messages and the number of an account’s parts, and write nothing', () => {
  expect(permissionsOf(template, 'Message')).toEqual({
    ...log('Message'),
    'dynamodb:BatchGetItem': ['TablesMessages'],
    'dynamodb:GetItem': ['TablesMessages', 'TablesAccounts'],
    'dynamodb:Query': ['TablesMessages', 'TablesMessages/index/bySesMessageId'],
  });
});

test('cancel may find and change messages, remove their requests, read the number of an account’s parts and announce events', () => {
  expect(permissionsOf(template, 'Cancel')).toEqual({
    ...log('Cancel'),
    'dynamodb:DeleteItem': ['TablesMessages'],
    'dynamodb:GetItem': ['TablesMessages', 'TablesAccounts'],
    'dynamodb:Query': ['TablesMessages'],
    'dynamodb:UpdateItem': ['TablesMessages'],
    'scheduler:DeleteSchedule': [expect.stringMatching(/:schedule\/[^/]*Later[^/]*\/\*$/)],
    'sqs:SendMessage': ['LaterWebhooks'],
  });
});

test('batch may read a template, record messages and ask for their wake-ups, and send nothing', () => {
  expect(permissionsOf(template, 'Batch')).toEqual({
    ...log('Batch'),
    'dynamodb:GetItem': ['TablesTemplates', 'TablesMessages'],
    'dynamodb:BatchGetItem': ['TablesMessages'],
    'dynamodb:PutItem': ['TablesMessages'],
    'sqs:SendMessage': ['LaterDue'],
    'scheduler:CreateSchedule': [expect.stringMatching(/:schedule\/[^/]*Later[^/]*\/\*$/)],
    'iam:PassRole': ['LaterRole'],
  });
});

test('execute may read a template, record its sends, and send with the configuration set, from whichever identity SES checks', () => {
  const ses = 'arn:${AWS::Partition}:ses:${AWS::Region}:${AWS::AccountId}:';

  expect(permissionsOf(template, 'Execute')).toEqual({
    ...log('Execute'),
    'dynamodb:GetItem': ['TablesTemplates', 'TablesMessages'],
    'dynamodb:BatchGetItem': ['TablesMessages'],
    'dynamodb:PutItem': ['TablesMessages'],
    'dynamodb:UpdateItem': ['TablesMessages'],
    'dynamodb:DeleteItem': ['TablesMessages'],
    'dynamodb:Query': ['TablesMessages'],
    'sqs:SendMessage': ['LaterDue', 'LaterWebhooks'],
    'scheduler:CreateSchedule': [expect.stringMatching(/:schedule\/[^/]*Later[^/]*\/\*$/)],
    'iam:PassRole': ['LaterRole'],
    'ses:SendEmail': [`${ses}identity/*`, `${ses}configuration-set/\${SendingConfigurationSet}`],
  });
});

test('a deployment without senders may not send', () => {
  expect(permissionsOf(synthesised(), 'Execute')).not.toHaveProperty('ses:SendEmail');
});

test('V13.2.1 no role has a managed policy', () => {
  const roles = Object.values(resources(template, 'AWS::IAM::Role'));

  expect(roles.every(({ Properties }) => Properties.ManagedPolicyArns === undefined)).toBe(true);
});

const functions = Object.values(resources(template, 'AWS::Lambda::Function'));
const environmentOf = (name: string): unknown => {
  const all = Object.entries(resources(template, 'AWS::Lambda::Function'));
  const properties = all.find(([id]) => id.startsWith(name))?.[1].Properties;
  return (properties?.Environment as { Variables?: unknown } | undefined)?.Variables;
};

test('functions run on Node 24 on arm64', () => {
  expect(functions).toHaveLength(11);
  for (const { Properties } of functions) {
    expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
  }
});

test('the functions’ logs leave out Lambda’s lines about successful invocations', () => {
  for (const { Properties } of functions) {
    expect(Properties.LoggingConfig).toMatchObject({ LogFormat: 'JSON', SystemLogLevel: 'WARN' });
  }
});

test('functions declare the endpoints that only a local run sets', () => {
  expect(environmentOf('Render')).toMatchObject({ AWS_ENDPOINT_URL_DYNAMODB: '' });
  expect(environmentOf('Execute')).toMatchObject({
    AWS_ENDPOINT_URL_DYNAMODB: '',
    AWS_ENDPOINT_URL_SESV2: '',
    DNS_SERVERS: '',
  });
  expect(environmentOf('Verify')).toEqual({
    METRICS_NAMESPACE: 'test',
    DNS_SERVERS: '',
    DISPOSABLE_IS_INVALID: 'true',
    ROLE_IS_INVALID: 'false',
  });
});

test('execute knows its senders and whether it may send', () => {
  expect(environmentOf('Execute')).toMatchObject({
    SENDERS: 'hello@example.com,example.org',
    SENDING: 'on',
  });
});

test('execute knows how long messages are kept and whether addresses are suppressed', () => {
  expect(environmentOf('Execute')).toMatchObject({
    MESSAGE_RETENTION_DAYS: '30',
    REFUSED_RETENTION_DAYS: '7',
    SUPPRESSION: 'on',
  });
});

test('V16.2.3 functions keep their logs for the time that the settings say', () => {
  const groups = Object.values(resources(synthesised(changed), 'AWS::Logs::LogGroup'));

  const days = groups.map(({ Properties }) => Properties.RetentionInDays);
  expect(days.length).toBeGreaterThan(6);
  expect(new Set(days)).toEqual(new Set([7]));
});

const replicas = (of: Template) =>
  Object.values(of.findResources('AWS::DynamoDB::GlobalTable')).map((table) => ({
    deletionPolicy: table.DeletionPolicy,
    encryption: table.Properties.SSESpecification,
    ...table.Properties.Replicas[0],
  }));

test('V11.3.3 tables are encrypted, restorable, protected from deletion, and kept when the stack is deleted', () => {
  expect(replicas(template)).toHaveLength(4);
  for (const table of replicas(template)) {
    expect(table).toMatchObject({
      deletionPolicy: 'Retain',
      encryption: { SSEEnabled: true, SSEType: 'KMS' },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
  }
});

const names = (of: Template) =>
  Object.values(resources(of, 'AWS::DynamoDB::GlobalTable')).map(
    ({ Properties }) => Properties.TableName,
  );

test('tables are named after the stack, so that a later deployment finds those that were kept', () => {
  expect(names(template)).toEqual([
    'test-Keys',
    'test-Accounts',
    'test-Templates',
    'test-Messages',
  ]);
});

test('a table of another name in the settings is another resource', () => {
  const restored = synthesised({ tables: { keys: 'restored-Keys' } });

  const logicalIds = (of: Template) => Object.keys(resources(of, 'AWS::DynamoDB::GlobalTable'));
  expect(names(restored)).toEqual([
    'restored-Keys',
    'test-Accounts',
    'test-Templates',
    'test-Messages',
  ]);
  expect(logicalIds(restored)[0]).not.toBe(logicalIds(template)[0]);
  expect(logicalIds(restored).slice(1)).toEqual(logicalIds(template).slice(1));
});

test('messages expire by themselves, and can be found by SES’s id', () => {
  template.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
    GlobalSecondaryIndexes: [
      {
        IndexName: 'bySesMessageId',
        KeySchema: [{ AttributeName: 'sesMessageId', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  });
});

test('the tables have no deletion protection if the settings say so', () => {
  const tables = replicas(synthesised(changed));

  expect(tables.map((table) => table.DeletionProtectionEnabled)).toEqual(Array(5).fill(false));
});

test('the outputs have what the CLI needs', () => {
  expect(Object.keys(template.findOutputs('*')).sort()).toEqual([
    'AccountsTable',
    'BaseUrl',
    'ConfigurationSet',
    'DeadLetterQueue',
    'DnsRecordsExampleOrg',
    'DueQueue',
    'EventsFunction',
    'KeysTable',
    'LogGroups',
    'MessageRetentionDays',
    'MessagesTable',
    'Senders',
    'SendingEnabled',
    'Suppression',
    'TemplatesTable',
    'UsagePlanFree',
    'UsagePlanPro',
    'UsagePlanTeam',
    'WebhooksQueue',
  ]);
});
