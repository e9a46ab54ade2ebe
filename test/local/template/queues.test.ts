import { arn } from '../../../local/template/names.ts';
import type { Queues } from '../../../local/template/queues.ts';
import { expect, test } from '../../jest.ts';
import { arnOf, readFixture, resource } from '../support/assembly.ts';

const read = (resources: Record<string, unknown>): Queues =>
  readFixture({ functions: { due: { code: '' } }, resources }).stack.later;

const queues = {
  Dead: resource('SQS::Queue', { SqsManagedSseEnabled: true }),
  Due: resource('SQS::Queue', {
    QueueName: 'due',
    VisibilityTimeout: 90,
    RedrivePolicy: { deadLetterTargetArn: arnOf('Dead'), maxReceiveCount: 5 },
  }),
};

const mapping = (more: object = {}) =>
  resource('Lambda::EventSourceMapping', {
    EventSourceArn: arnOf('Due'),
    FunctionName: { Ref: 'due' },
    ...more,
  });

test('queues, the functions of their messages and the groups of schedules are read', () => {
  const found = read({
    ...queues,
    Mapping: mapping({ BatchSize: 1, ScalingConfig: { MaximumConcurrency: 2 } }),
    Group: resource('Scheduler::ScheduleGroup', { Name: 'Later' }),
  });

  const dead = arn('sqs', 'fixture-Dead');
  expect(found.queues).toEqual([
    { name: 'fixture-Dead', arn: dead, visibilityS: 30, redrive: undefined },
    {
      name: 'due',
      arn: arn('sqs', 'due'),
      visibilityS: 90,
      redrive: { deadLetters: dead, times: 5 },
    },
  ]);
  expect(found.sources).toEqual([
    {
      queueArn: arn('sqs', 'due'),
      functionArn: arn('lambda', 'function:due'),
      batchSize: 1,
      maxConcurrency: 2,
    },
  ]);
  expect(found.scheduleGroups).toEqual(new Set(['Later']));
});

test("a mapping without limits has Lambda's own", () => {
  expect(read({ ...queues, Mapping: mapping() }).sources).toMatchObject([
    { batchSize: 10, maxConcurrency: 5 },
  ]);
});

test.each([
  ['another queue', { EventSourceArn: 'arn:aws:sqs:r:0:other' }, 'a queue arn:aws:sqs:r:0:other'],
  ['another function', { FunctionName: 'other' }, 'a function other'],
])('a mapping of %s stops the start', (_, more, what) => {
  expect(() => read({ ...queues, Mapping: mapping(more) })).toThrow(
    `The stack refers to ${what}, which it does not have.`,
  );
});

test.each([
  ['a filter', { FilterCriteria: { Filters: [] } }, 'FilterCriteria'],
  ['a batch of another limit', { MaximumBatchingWindowInSeconds: 5 }, 'MaximumBatchingWindow'],
  ['a switch that is off', { Enabled: false }, 'Enabled'],
])('a mapping with %s stops the start', (_, more, named) => {
  expect(() => read({ ...queues, Mapping: mapping(more) })).toThrow(named);
});
