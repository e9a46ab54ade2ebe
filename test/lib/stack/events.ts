import type { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from '../../jest.ts';
import {
  changed,
  only,
  permissionsOf,
  resources,
  synthesised,
  variablesOf,
} from '../synthesised.ts';

const template = synthesised({ dashboard: true, senders: ['hello@example.com'] });

/** The properties of the one resource of a type that is for reports. */
const reports = (type: string, prefix = '') => only(template, type, prefix).properties;

/** A reference to the first resource of a type. */
const idOf = (type: string) => Object.keys(resources(template, type))[0];

const queueArn = () => ({ 'Fn::GetAtt': [idOf('AWS::SQS::Queue'), 'Arn'] });

test('SES publishes only the events that change a record, and none that would rewrite the mail', () => {
  const { ConfigurationSetName, EventDestination } = reports(
    'AWS::SES::ConfigurationSetEventDestination',
  );

  expect(ConfigurationSetName).toEqual({ Ref: idOf('AWS::SES::ConfigurationSet') });
  expect(EventDestination).toEqual({
    Enabled: true,
    MatchingEventTypes: ['delivery', 'bounce', 'complaint', 'reject', 'deliveryDelay'],
    EventBridgeDestination: {
      EventBusArn: {
        'Fn::Join': [
          '',
          [
            'arn:',
            { Ref: 'AWS::Partition' },
            ':events:',
            { Ref: 'AWS::Region' },
            ':',
            { Ref: 'AWS::AccountId' },
            ':event-bus/default',
          ],
        ],
      },
    },
  });
});

test('an event reaches the function only if it is about a mail of this deployment', () => {
  const { EventPattern, State } = reports('AWS::Events::Rule');

  expect(State).toBe('ENABLED');
  expect(EventPattern).toEqual({
    source: ['aws.ses'],
    'detail-type': [
      'Email Delivered',
      'Email Bounced',
      'Email Complaint Received',
      'Email Rejected',
      'Email Delivery Delayed',
    ],
    detail: {
      mail: { tags: { 'ses:configuration-set': [{ Ref: idOf('AWS::SES::ConfigurationSet') }] } },
    },
  });
});

test('the function that records events may do nothing else', () => {
  expect(permissionsOf(template, 'Events')).toEqual({
    'logs:CreateLogStream': ['EventsLogs'],
    'logs:PutLogEvents': ['EventsLogs'],
    // The account's record has the key by which forgotten people are known.
    'dynamodb:GetItem': ['TablesMessages', 'TablesAccounts'],
    'dynamodb:UpdateItem': ['TablesMessages'],
    'dynamodb:PutItem': ['TablesMessages'],
    'dynamodb:Query': ['TablesMessages/index/bySesMessageId', 'TablesMessages'],
    'sqs:SendMessage': ['ReportsDeadLetters', 'LaterWebhooks'],
  });
});

test('the function suppresses no address if suppression is off', () => {
  const suppression = (of: Template) => variablesOf(of, 'Events').SUPPRESSION;

  expect([suppression(template), suppression(synthesised(changed))]).toEqual(['on', 'off']);
});

test('events that cannot be recorded stay in an encrypted queue for two weeks', () => {
  expect(reports('AWS::SQS::Queue', 'Reports')).toMatchObject({
    SqsManagedSseEnabled: true,
    MessageRetentionPeriod: 14 * 24 * 60 * 60,
  });
});

test('an event that EventBridge cannot deliver goes to the queue', () => {
  const { Targets } = reports('AWS::Events::Rule');

  expect(Targets).toEqual([
    {
      Id: 'Target0',
      Arn: { 'Fn::GetAtt': [expect.stringMatching(/^Events/), 'Arn'] },
      DeadLetterConfig: { Arn: queueArn() },
      RetryPolicy: { MaximumEventAgeInSeconds: 24 * 60 * 60, MaximumRetryAttempts: 185 },
    },
  ]);
});

test('an event goes to the queue after the function failed three times', () => {
  expect(reports('AWS::Lambda::EventInvokeConfig')).toMatchObject({
    FunctionName: { Ref: expect.stringMatching(/^Events/) },
    MaximumRetryAttempts: 2,
    MaximumEventAgeInSeconds: 6 * 60 * 60,
    DestinationConfig: { OnFailure: { Destination: queueArn() } },
  });
});

test('only the stack’s rule may send to the queue, and only over TLS', () => {
  const { PolicyDocument } = reports('AWS::SQS::QueuePolicy', 'Reports');

  const { Statement } = PolicyDocument as { Statement: Record<string, unknown>[] };
  expect(
    Statement.map(({ Effect, Principal, Condition }) => [Effect, Principal, Condition]),
  ).toEqual([
    ['Deny', { AWS: '*' }, { Bool: { 'aws:SecureTransport': 'false' } }],
    [
      'Allow',
      { Service: 'events.amazonaws.com' },
      { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [idOf('AWS::Events::Rule'), 'Arn'] } } },
    ],
  ]);
});
