import { receiverAttributes } from '../../../shared/adapters/tables/webhook-endpoints-table.ts';
import { expect, test } from '../../jest.ts';
import { allows, statementsOf } from '../policy.ts';
import {
  changed,
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

test('the outputs have what the CLI needs', () => {
  expect(Object.keys(template.findOutputs('*')).sort()).toEqual(
    words(`AccountsTable BaseUrl ConfigurationSet DeadLetterQueue DnsRecordsExampleOrg DueQueue
      EventsFunction KeysTable LogGroups MessageRetentionDays MessagesTable Senders SendingEnabled
      Suppression TemplatesTable TrailRetentionDays TrailTable UsagePlanFree UsagePlanPro UsagePlanTeam
      WebhooksQueue`),
  );
});
