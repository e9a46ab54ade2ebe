import { metrics } from '../../../shared/http/log-line.ts';
import { assumed, functionCalls, measured, standing } from '../../../shared/manage/cost/usage.ts';
import { expect, test } from '../../jest.ts';
import { resources } from '../synthesised.ts';
import { plain } from './stacks.ts';

const { template } = plain;

interface Query {
  MetricStat?: unknown;
}

test('the cost page counts with the memory of the functions', () => {
  const memory = Object.fromEntries(
    Object.entries(resources(template, 'AWS::Lambda::Function')).map(([id, { Properties }]) => [
      id.replace(/[0-9A-F]{8}$/, '').toLowerCase(),
      Properties.MemorySize,
    ]),
  );

  const { schedule, ...functions } = functionCalls;
  for (const [name, { memoryMb }] of Object.entries(functions)) expect(memory[name]).toBe(memoryMb);
  expect(schedule.memoryMb).toBe(functions.execute.memoryMb);
});

test('the cost page counts with the retention of logs and messages', () => {
  const days = Object.entries(resources(template, 'AWS::Logs::LogGroup'))
    .filter(([id]) => id.startsWith('Render'))
    .map(([, { Properties }]) => Properties.RetentionInDays);

  expect(days).toEqual([measured.retentionDays]);
});

test('the cost page counts every metric of an alarm', () => {
  const looked = Object.values(resources(template, 'AWS::CloudWatch::Alarm')).map(
    ({ Properties }) =>
      (Properties.Metrics as Query[] | undefined)?.filter(({ MetricStat }) => MetricStat).length ??
      1,
  );

  expect(looked.reduce((sum, count) => sum + count, 0)).toBe(standing.alarmMetrics);
  expect(Object.keys(resources(template, 'AWS::CloudWatch::Dashboard'))).toHaveLength(
    standing.dashboards,
  );
});

test('the cost page counts the polling of every queue', () => {
  const queues = Object.keys(resources(template, 'AWS::Lambda::EventSourceMapping')).length;

  expect(queues * assumed.idleRequestsPerQueue).toBe(standing.queueRequests);
});

test('the cost page counts every metric of the log lines', () => {
  const threeEnds = ['render', 'verify', 'manage', 'authorizer'].length * 3;
  const execute = 9;
  const notFound = 1;
  const coldStarts = ['render', 'execute', 'verify', 'manage', 'authorizer', 'not-found'].length;

  // `notRecorded` counts refused requests that cannot be recorded: without such faults it costs nothing. The metrics of
  // webhooks cost nothing without webhooks: docs/cost.md names them beside the table.
  // `accountsPaused` comes only with tenants: the same page names it.
  expect(Object.keys(metrics)).toEqual(['time', 'coldStarts', 'notRecorded', 'accountsPaused']);
  expect(threeEnds + execute + notFound + coldStarts).toBe(standing.metrics);
});
