import { join } from 'node:path';
import { readAssembly } from '../../../local/template/assembly.ts';
import type { EventRoutes } from '../../../local/template/event-rules.ts';
import { readStack } from '../../../local/template/stack-model.ts';
import { expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { writeAssembly } from '../support/assembly.ts';

function read(resources: Record<string, unknown>): EventRoutes {
  const folder = writeAssembly(join(temporaryFolder(), 'cdk.out'), {
    functions: { authorizer: { code: '' }, events: { code: '' } },
    methods: [{ path: '/render', method: 'POST', fn: 'events', authorizer: true }],
    resources,
  });
  return readStack(readAssembly(folder)).events;
}

const resource = (type: string, Properties: object) => ({ Type: `AWS::${type}`, Properties });
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

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
        Arn: arn('events'),
        Id: 'Target0',
        DeadLetterConfig: { Arn: arn('Queue') },
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
    DestinationConfig: { OnFailure: { Destination: arn('Queue') } },
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
      {
        pattern: { source: ['aws.ses'], detail: { set: ['fixture-Set'] } },
        targets: [events],
      },
    ],
    invocations: new Map([[events, { retries: 1, deadLetters: 'fixture-Queue' }]]),
  });
});

test('a stack without rules has no events', () => {
  expect(read({})).toEqual({ published: new Map(), rules: [], invocations: new Map() });
});

test('disabled rules and destinations are left out', () => {
  const routes = read({
    ...whole,
    Destination: destination({ Enabled: false }),
    Rule: rule({ State: 'DISABLED' }),
  });

  expect([routes.published, routes.rules]).toEqual([new Map(), []]);
});

test("a function without its own setting has Lambda's number of tries", () => {
  const plain = resource('Lambda::EventInvokeConfig', {
    FunctionName: { Ref: 'events' },
    Qualifier: '$LATEST',
  });

  const { invocations } = read({ ...whole, Config: plain });

  expect(invocations).toEqual(new Map([[events, { retries: 2, deadLetters: undefined }]]));
});

test.each([
  [
    'a bus that SES cannot use',
    { Destination: destination({ EventBridgeDestination: { EventBusArn: 'arn:other' } }) },
    'SES supports only the default bus',
  ],
  [
    'a target that is no function of it',
    { Rule: rule({ Targets: [{ Arn: arn('Queue'), Id: 'Target0' }] }) },
    'The stack refers to a function arn:aws:sqs:us-east-1:000000000000:fixture-Queue',
  ],
  [
    'a destination that is no queue of it',
    { Config: config({ DestinationConfig: { OnFailure: { Destination: 'arn:topic' } } }) },
    'The stack refers to a queue arn:topic, which it does not have.',
  ],
  [
    'a property that nobody taught it',
    { Rule: rule({ ScheduleExpression: 'rate(1 day)' }) },
    'ScheduleExpression',
  ],
])('%s in the rules or destinations of events stops the start', (_, resources, sentence) => {
  expect(() => read({ ...whole, ...resources })).toThrow(sentence);
});
