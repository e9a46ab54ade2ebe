import { expect, test } from '../../jest.ts';
import { only, permissionsOf, synthesised } from '../synthesised.ts';

const template = synthesised({ senders: ['hello@example.com'] });
const without = synthesised({ senders: ['hello@example.com'], later: false });

const arnOf = (id: string) => ({ 'Fn::GetAtt': [expect.stringMatching(`^${id}`), 'Arn'] });

test('the queue gives a wake-up five times, 90 s apart, and then to the dead-letter queue', () => {
  expect(only(template, 'AWS::SQS::Queue', 'LaterDue').properties).toMatchObject({
    SqsManagedSseEnabled: true,
    VisibilityTimeout: 90,
    RedrivePolicy: { deadLetterTargetArn: arnOf('ReportsDeadLetters'), maxReceiveCount: 5 },
  });
});

test('the queue gives each message alone to the function, two at a time', () => {
  expect(only(template, 'AWS::Lambda::EventSourceMapping', 'LaterSource').properties).toMatchObject(
    {
      BatchSize: 1,
      EventSourceArn: arnOf('LaterDue'),
      FunctionName: { Ref: expect.stringMatching(/^Due/) },
      ScalingConfig: { MaximumConcurrency: 2 },
    },
  );
});

test('the settings sendConcurrency and webhookConcurrency say how many messages and events are sent at once, and the function of events knows it', () => {
  const concurrency = { sendConcurrency: 26, webhookConcurrency: 2 };
  const fewer = synthesised({ senders: ['hello@example.com'], ...concurrency });

  const most = ['LaterSource', 'LaterWebhooksSource'].map(
    (id) => only(fewer, 'AWS::Lambda::EventSourceMapping', id).properties.ScalingConfig,
  );
  expect(most).toEqual([{ MaximumConcurrency: 26 }, { MaximumConcurrency: 2 }]);
  expect(only(fewer, 'AWS::Lambda::Function', 'Webhooks').properties).toMatchObject({
    Environment: { Variables: { WEBHOOK_CONCURRENCY: '2' } },
  });
});

test('the function that sends scheduled messages may do what execute may, read its queue, and find lost wake-ups', () => {
  expect(permissionsOf(template, 'Due')).toEqual({
    ...permissionsOf(template, 'Execute'),
    'dynamodb:GetItem': ['TablesTemplates', 'TablesMessages', 'TablesAccounts'],
    'logs:CreateLogStream': ['DueLogs'],
    'logs:PutLogEvents': ['DueLogs'],
    'sqs:ReceiveMessage': ['LaterDue'],
    'sqs:DeleteMessage': ['LaterDue'],
    'sqs:GetQueueAttributes': ['LaterDue'],
    'dynamodb:DescribeTable': ['TablesMessages'],
    'dynamodb:Scan': ['TablesAccounts'],
  });
});

test('once an hour the queue gives the function a sweep, and not before Scheduler may send to the queue', () => {
  const sweep = only(template, 'AWS::Scheduler::Schedule', 'LaterSweep');

  expect(sweep.properties).toMatchObject({
    GroupName: { Ref: expect.stringMatching(/^LaterSchedules/) },
    ScheduleExpression: 'rate(1 hour)',
    Target: { Arn: arnOf('LaterDue'), RoleArn: arnOf('LaterRole'), Input: '{"sweep":{}}' },
  });
  const after = (sweep.resource as { DependsOn?: string[] }).DependsOn;
  expect(after).toContainEqual(expect.stringMatching(/^LaterRoleDefaultPolicy/));
});

test('only EventBridge Scheduler may take the role, for schedules of this deployment, to send to their queues', () => {
  const { AssumeRolePolicyDocument } = only(template, 'AWS::IAM::Role', 'LaterRole').properties;

  expect(AssumeRolePolicyDocument).toMatchObject({
    Statement: [
      {
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: {
          StringEquals: {
            'aws:SourceAccount': { Ref: 'AWS::AccountId' },
            'aws:SourceArn': arnOf('LaterSchedules'),
          },
        },
      },
    ],
  });
  expect(permissionsOf(template, 'Later')).toEqual({
    'sqs:SendMessage': ['LaterDue', 'LaterWebhooks', 'ReportsDeadLetters'],
  });
});

test('the setting later takes the functions, their queues and the schedules away', () => {
  const left = Object.keys(without.toJSON().Resources as object);

  expect(left.filter((id) => /^(Later|Due|Webhooks)/.test(id))).toEqual([]);
  expect(permissionsOf(without, 'Execute')).not.toHaveProperty('sqs:SendMessage');
  expect(JSON.stringify(without.toJSON())).not.toMatch(/DUE_QUEUE|WEBHOOKS_QUEUE/);
});

test('the queue gives an event five times, six times the function’s own time apart, and then to the dead-letter queue', () => {
  const { Timeout } = only(template, 'AWS::Lambda::Function', 'Webhooks').properties;

  expect(only(template, 'AWS::SQS::Queue', 'LaterWebhooks').properties).toMatchObject({
    SqsManagedSseEnabled: true,
    VisibilityTimeout: 6 * Number(Timeout),
    RedrivePolicy: { deadLetterTargetArn: arnOf('ReportsDeadLetters'), maxReceiveCount: 5 },
  });
});

test('the queue gives each event alone to the function, five at a time', () => {
  expect(
    only(template, 'AWS::Lambda::EventSourceMapping', 'LaterWebhooksSource').properties,
  ).toMatchObject({
    BatchSize: 1,
    EventSourceArn: arnOf('LaterWebhooks'),
    FunctionName: { Ref: expect.stringMatching(/^Webhooks/) },
    ScalingConfig: { MaximumConcurrency: 5 },
  });
});

test('the function that sends events reads webhooks, keeps failures and parked events, and asks for other tries, and can send no mail', () => {
  expect(permissionsOf(template, 'Webhooks')).toEqual({
    'logs:CreateLogStream': ['WebhooksLogs'],
    'logs:PutLogEvents': ['WebhooksLogs'],
    'dynamodb:GetItem': ['TablesMessages'],
    'dynamodb:Query': ['TablesMessages'],
    'dynamodb:PutItem': ['TablesMessages'],
    'dynamodb:UpdateItem': ['TablesMessages'],
    'dynamodb:DeleteItem': ['TablesMessages'],
    'sqs:ReceiveMessage': ['LaterWebhooks'],
    'sqs:DeleteMessage': ['LaterWebhooks'],
    'sqs:GetQueueAttributes': ['LaterWebhooks'],
    'sqs:SendMessage': ['LaterWebhooks'],
    'scheduler:CreateSchedule': [expect.stringMatching(/:schedule\/[^/]*Later[^/]*\/\*$/)],
    'iam:PassRole': ['LaterRole'],
  });
});

test('in AWS webhooks go only to public addresses', () => {
  const { Environment } = only(template, 'AWS::Lambda::Function', 'Webhooks').properties;

  expect(Environment).toMatchObject({ Variables: { WEBHOOKS_TO: '' } });
});

test('without the setting later the functions that have events have no queue and no permission for it', () => {
  expect(permissionsOf(without, 'Cancel')).not.toHaveProperty('sqs:SendMessage');
  expect(permissionsOf(without, 'Events')).toMatchObject({
    'dynamodb:Query': ['TablesMessages/index/bySesMessageId'],
    'sqs:SendMessage': ['ReportsDeadLetters'],
  });
});
