import type { EventRoutes } from '../../../local/template/event-rules.ts';
import { expect, test } from '../../jest.ts';
import { arnOf, readFixture, resource } from '../support/assembly.ts';

const read = (resources: Record<string, unknown>): EventRoutes =>
  readFixture({ functions: { events: { code: '' } }, resources }).stack.events;

const destination = (EventDestination: object = {}) =>
  resource('SES::ConfigurationSetEventDestination', {
    ConfigurationSetName: { Ref: 'Set' },
    EventDestination: {
      Enabled: true,
      EventBridgeDestination: { EventBusArn: 'arn:aws:events:r:0:event-bus/default' },
      MatchingEventTypes: ['delivery', 'bounce'],
      ...EventDestination,
    },
  });

const rule = (more: object = {}) =>
  resource('Events::Rule', {
    Description: 'd',
    EventPattern: { source: ['aws.ses'], detail: { set: [{ Ref: 'Set' }] } },
    State: 'ENABLED',
    Targets: [
      {
        Arn: arnOf('events'),
        Id: 'Target0',
        DeadLetterConfig: { Arn: arnOf('Queue') },
        RetryPolicy: { MaximumRetryAttempts: 185 },
      },
    ],
    ...more,
  });

const config = (more: object = {}) =>
  resource('Lambda::EventInvokeConfig', {
    FunctionName: { Ref: 'events' },
    Qualifier: '$LATEST',
    MaximumEventAgeInSeconds: 21_600,
    MaximumRetryAttempts: 1,
    DestinationConfig: { OnFailure: { Destination: arnOf('Queue') } },
    ...more,
  });

const whole = {
  Set: resource('SES::ConfigurationSet', {}),
  Queue: resource('SQS::Queue', { SqsManagedSseEnabled: true }),
  Destination: destination(),
  Rule: rule(),
  Config: config(),
};

const events = 'arn:aws:lambda:us-east-1:000000000000:function:events';

test('rules and destinations of events are read from the stack', () => {
  expect(read(whole)).toEqual({
    published: new Map([['fixture-Set', new Set(['delivery', 'bounce'])]]),
    rules: [
      { pattern: { source: ['aws.ses'], detail: { set: ['fixture-Set'] } }, targets: [events] },
    ],
    retries: new Map([[events, 1]]),
  });
});

test('a stack without rules has no events', () => {
  expect(read({})).toEqual({ published: new Map(), rules: [], retries: new Map() });
});

test.each([
  [
    'a bus that SES cannot use',
    { Destination: destination({ EventBridgeDestination: { EventBusArn: 'arn:other' } }) },
    'SES supports only the default bus',
  ],
  [
    'a target that is no function of it',
    { Rule: rule({ Targets: [{ Arn: arnOf('Queue'), Id: 'Target0' }] }) },
    'The stack refers to a function arn:aws:sqs:us-east-1:000000000000:fixture-Queue',
  ],
  ['a property that nobody taught it', { Rule: rule({ EventBusName: 'other' }) }, 'EventBusName'],
])('%s in the rules or destinations of events stops the start', (_, resources, sentence) => {
  expect(() => read({ ...whole, ...resources })).toThrow(sentence);
});
