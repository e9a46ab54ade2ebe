import { cloudWatch } from '../../../cli/aws/cloudwatch.ts';
import { monitorOf } from '../../../cli/commands/selftest/selftest.ts';
import { monitoring } from '../../../cli/commands/selftest/steps/monitoring.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { startAwsStub } from '../../aws-stub.ts';
import { describe, expect, test } from '../../jest.ts';
import { deployment } from '../harness/deployment.ts';
import { found, patient } from './step-context.ts';

let samples: Record<string, number>;
let alarms: Record<string, string>;

const stub = await startAwsStub(({ operation, body }) => {
  const { Dimensions = [], AlarmNamePrefix } = JSON.parse(body);
  if (operation === 'DescribeAlarms') {
    const named = Object.entries(alarms).filter(([name]) => name.startsWith(AlarmNamePrefix));
    const MetricAlarms = named.map(([AlarmName, StateValue]) => ({ AlarmName, StateValue }));
    return { json: { MetricAlarms } };
  }
  const key = Dimensions.map(({ Value }: { Value: string }) => Value).join(' ');
  const SampleCount = samples[key] ?? 0;
  return { json: { Datapoints: SampleCount > 0 ? [{ SampleCount }] : [] } };
});
process.env.AWS_ENDPOINT_URL_CLOUDWATCH = stub.endpoint;
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';
const watch = cloudWatch(atTerminal, { region: 'us-east-1' });
const monitor = monitorOf(watch, 'mail');
const waits = { ...patient, metricMs: 100 };
const queues = Object.fromEntries(
  [deployment.outputs.DueQueue, deployment.outputs.WebhooksQueue].map((url) => [
    url?.split('/').at(-1),
    1,
  ]),
);
const all = { 'render ok': 1, 'execute callback': 1, 'verify refused': 2, ...queues };
const good = { 'mail-MonitoringApiFaults': 'OK', 'mail-MonitoringDeadLetters': 'ALARM' };

const asked = (more: object = {}) => found(monitoring, { monitor, waits, ...more });

describe('monitoring', () => {
  test('the step monitoring is good if metrics, alarms and the log have the requests', async () => {
    [samples, alarms] = [all, { ...good, 'other-Monitoring': 'INSUFFICIENT_DATA' }];

    expect(await asked()).toEqual({
      status: 'ok',
      found:
        'The metrics of 3 requests are in CloudWatch, 2 alarms and the age of 2 queues have data, and the log query finds the key',
    });
  });

  test('the step monitoring is broken if CloudWatch reads no metric from a line', async () => {
    [samples, alarms] = [{ ...all, 'execute callback': 0 }, good];

    expect(await asked()).toMatchObject({
      status: 'broken',
      found: 'The metric ms has no sample of execute, callback',
    });
  });

  test('the step monitoring is broken if an alarm has no data', async () => {
    [samples, alarms] = [all, { ...good, 'mail-MonitoringSends': 'INSUFFICIENT_DATA' }];

    expect(await asked()).toMatchObject({
      status: 'broken',
      found: 'The alarm mail-MonitoringSends is INSUFFICIENT_DATA',
    });
  });

  test('the step monitoring is broken if the age of a queue has no data', async () => {
    const [queue = ''] = Object.keys(queues);
    [samples, alarms] = [{ ...all, [queue]: 0 }, good];

    expect(await asked()).toMatchObject({
      status: 'broken',
      found: `The age of the oldest message of ${queue} has no data`,
    });
  });

  test('the step monitoring is broken if the log query does not find the key', async () => {
    [samples, alarms] = [all, good];
    const log = async () => ({
      find: async () => ({ entries: [], isCut: false }),
      lastUseOfKeys: async () => new Map([['key_of_somebody_else', '']]),
    });

    expect(await asked({ log, waits: { ...waits, logMs: 50 } })).toMatchObject({
      status: 'broken',
      found: 'The log query for the last use of API keys did not find this key',
    });
  });

  test('the step monitoring is skipped if the stack has no alarms, and on the local run', async () => {
    [samples, alarms] = [all, {}];

    expect(await asked()).toMatchObject({ status: 'skipped' });
    expect(await found(monitoring)).toMatchObject({ status: 'skipped' });
  });
});
