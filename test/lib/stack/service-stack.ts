import type { Template } from 'aws-cdk-lib/assertions';
import { receiverAttributes } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { expect, test } from '../../jest.ts';
import { allows, statementsOf } from '../policy.ts';
import {
  belowBasePath,
  callersApis,
  changed,
  methodsOf,
  only,
  permissionsOf,
  propertiesOf,
  resources,
  synthesised,
  variablesOf,
  words,
} from '../synthesised.ts';

/** Without the doors' API, which `doors-api.ts` tests. */
const template = synthesised({ senders: ['hello@example.com', 'example.org'], doors: false });
const withDashboard = synthesised({ dashboard: true });

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
    'ses:SendRawEmail': [`${ses}identity/*`, `${ses}configuration-set/\${SendingConfigurationSet}`],
  });
});

test('a deployment without senders may not send', () => {
  expect(permissionsOf(synthesised(), 'Execute')).not.toHaveProperty('ses:SendEmail');
});

/** Which operations of `Messages` a function may use on an account's webhooks, with these attributes. */
function mayUse(fn: string, attributes: string[], select = 'SPECIFIC_ATTRIBUTES'): string[] {
  const { id } = only(withDashboard, 'AWS::DynamoDB::GlobalTable', 'TablesMessages');
  const context = {
    'dynamodb:LeadingKeys': ['acc_1#webhooks'],
    'dynamodb:Attributes': attributes,
    'dynamodb:Select': select,
  };
  return words('BatchGetItem GetItem Query Scan PutItem UpdateItem DeleteItem').filter((name) => {
    const asked = { action: `dynamodb:${name}`, resource: `\${${id}.Arn}`, context };
    return allows(statementsOf(withDashboard, fn), asked);
  });
}

test('V13.3.2 only the functions that sign with the secrets of webhooks and that manage them may read them', () => {
  const others = words('Authorizer NotFound Render Execute Verify Message Cancel Batch Events Due');

  const reading = others.filter((fn) => mayUse(fn, ['sk', 'secrets']).length > 0);
  const readingAll = others.filter((fn) => mayUse(fn, [], 'ALL_ATTRIBUTES').length > 0);
  expect([reading, readingAll]).toEqual([[], []]);
  expect(others.filter((fn) => mayUse(fn, receiverAttributes).includes('Query'))).toEqual(
    words('Execute Cancel Events Due'),
  );
  for (const fn of ['Webhooks', 'Manage']) expect(mayUse(fn, ['secrets'])).toContain('GetItem');
});

test('V13.2.1 no role has a managed policy', () => {
  const policies = [template, withDashboard].flatMap((of) =>
    propertiesOf(of, 'AWS::IAM::Role').map(({ ManagedPolicyArns }) => ManagedPolicyArns),
  );

  expect(new Set(policies)).toEqual(new Set([undefined]));
});

const functions = propertiesOf(template, 'AWS::Lambda::Function');

test('functions run on Node 24 on arm64, and log no line of Lambda about successful invocations', () => {
  expect(functions).toHaveLength(11);
  for (const properties of functions) {
    expect(properties).toMatchObject({
      ...{ Runtime: 'nodejs24.x', Architectures: ['arm64'] },
      LoggingConfig: { LogFormat: 'JSON', SystemLogLevel: 'WARN' },
    });
  }
});

test('verify gets no table, and the endpoint that only a local run sets', () => {
  expect(variablesOf(template, 'Verify')).toEqual({
    METRICS_NAMESPACE: 'test',
    DNS_SERVERS: '',
    DISPOSABLE_IS_INVALID: 'true',
    ROLE_IS_INVALID: 'false',
  });
});

test('execute knows its senders, whether it may send, how long messages are kept and whether addresses are suppressed', () => {
  expect(variablesOf(template, 'Execute')).toMatchObject({
    SENDERS: 'hello@example.com,example.org',
    SENDING: 'on',
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
  expect(replicas(withDashboard)).toHaveLength(6);
  for (const table of replicas(withDashboard)) {
    expect(table).toMatchObject({
      deletionPolicy: 'Retain',
      encryption: { SSEEnabled: true, SSEType: 'KMS' },
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      DeletionProtectionEnabled: true,
    });
  }
});

const names = (of: Template) =>
  propertiesOf(of, 'AWS::DynamoDB::GlobalTable').map(({ TableName }) => TableName);

test('tables are named after the stack, so that a later deployment finds those that were kept', () => {
  expect(names(template)).toEqual([
    'test-Keys',
    'test-Accounts',
    'test-Templates',
    'test-Messages',
    'test-Trail',
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
    'test-Trail',
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

  expect(tables.map((table) => table.DeletionProtectionEnabled)).toEqual(Array(6).fill(false));
});

test('the outputs have what the CLI needs', () => {
  expect(Object.keys(template.findOutputs('*')).sort()).toEqual(
    words(`AccountsTable BaseUrl ConfigurationSet DeadLetterQueue DnsRecordsExampleOrg DueQueue
      EventsFunction KeysTable LogGroups MessageRetentionDays MessagesTable Senders SendingEnabled
      Suppression TemplatesTable TrailRetentionDays TrailTable UsagePlanFree UsagePlanPro UsagePlanTeam
      WebhooksQueue`),
  );
});
