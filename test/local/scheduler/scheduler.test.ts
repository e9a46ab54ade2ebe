import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { close, listen } from '../../../local/loopback/listen.ts';
import { Schedules } from '../../../local/scheduler/schedules.ts';
import { schedulerServer } from '../../../local/scheduler/server.ts';
import { wakeUps } from '../../../shared/adapters/later.ts';
import { afterEach, beforeEach, expect, jest, onTestFinished, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { dead, due, startQueues } from '../queues/queues.ts';

const hour = 60 * 60_000;

let queues: Awaited<ReturnType<typeof startQueues>>;
let path: string;
let told: string[];

beforeEach(async () => {
  told = [];
  queues = await startQueues();
  path = join(temporaryFolder(), 'schedules.json');
});

afterEach(() => {
  jest.restoreAllMocks();
});

const send = (queueArn: string, MessageBody: string) =>
  queues.client.send(new SendMessageCommand({ QueueUrl: queues.url(queueArn), MessageBody }));

/** The scheduler on the file, and the functions' client of it and of the queues. */
async function start(options: Partial<ConstructorParameters<typeof Schedules>[0]> = {}) {
  const tell = (line: string) => told.push(line);
  const schedules = new Schedules({ path, send, tell, pauseMs: 10, ...options });
  const server = schedulerServer(schedules, new Set(['Later']));
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const stop = async () => {
    schedules.stop();
    await close(server);
  };
  onTestFinished(stop);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SQS: queues.endpoint,
    AWS_ENDPOINT_URL_SCHEDULER: endpoint,
  });
  const settings = {
    queues: { due },
    schedules: { group: 'Later', role: 'role', deadLetters: dead },
  };
  return { stop, ...wakeUps(settings) };
}

const kept = () => JSON.parse(readFileSync(path, 'utf8')).map(({ name }: { name: string }) => name);

/** Moves the clock to this long before an hour from now. */
function beforeTheHour(ms: number): void {
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + hour - ms);
}

test('a wake-up for now reaches the queue without a schedule', async () => {
  const { later } = await start();

  await later('due', { message: '1' }, Date.now(), '1');

  expect(await queues.receive(due)).toEqual(['{"message":"1"}']);
});

test('a wake-up far ahead is kept, and reaches the queue when it is due, also after a restart', async () => {
  const first = await start();
  const at = Date.now() + hour;
  await first.later('due', { message: '1' }, at, '1');
  await first.later('due', { message: '2' }, at + hour, '2');
  await first.stop();
  expect(kept()).toEqual(['due-1', 'due-2']);

  beforeTheHour(1000);
  await start();

  expect(await queues.receive(due)).toEqual(['{"message":"1"}']);
  await until(() => expect(kept()).toEqual(['due-2']));
});

test('a wake-up whose time passed while nothing ran is sent at the start', async () => {
  const first = await start();
  await first.later('due', { message: '1' }, Date.now() + hour, '1');
  await first.stop();

  beforeTheHour(-hour);
  await start();

  expect(await queues.receive(due)).toEqual(['{"message":"1"}']);
});

test('the same name again changes nothing', async () => {
  const { later } = await start();
  const at = Date.now() + hour;
  await later('due', { message: '1' }, at, '1');
  const first = readFileSync(path, 'utf8');

  await later('due', { message: 'other' }, at + hour, '1');

  expect(readFileSync(path, 'utf8')).toBe(first);
});

test('a wake-up that is forgotten never comes', async () => {
  const first = await start();
  await first.later('due', { message: '1' }, Date.now() + hour, '1');
  await first.forget('due', '1');
  await first.forget('due', 'none');
  await first.stop();

  beforeTheHour(-hour);
  const { later } = await start();
  await later('due', { message: '2' }, Date.now(), '2');

  expect(kept()).toEqual([]);
  expect(await queues.receive(due)).toEqual(['{"message":"2"}']);
});

test('a wake-up that the queue does not take is sent again', async () => {
  const first = await start();
  await first.later('due', { message: '1' }, Date.now() + hour, '1');
  await first.stop();
  const sending = jest.fn(send).mockRejectedValueOnce(new Error('It fails'));

  beforeTheHour(-hour);
  await start({ send: sending });

  expect(await queues.receive(due)).toEqual(['{"message":"1"}']);
  expect(told).toEqual(['The wake-up due-1 failed: It fails']);
});

test('a damaged file stops the start, and says what to do', async () => {
  writeFileSync(path, '[{"name":');

  await expect(start()).rejects.toThrow(
    `${path} is damaged: restore a copy of it, or start over with --fresh.`,
  );
});

const valid = {
  Name: 'due-1',
  GroupName: 'Later',
  ActionAfterCompletion: 'DELETE' as const,
  FlexibleTimeWindow: { Mode: 'OFF' as const },
  ScheduleExpression: 'at(2099-01-01T00:00:00)',
  Target: { Arn: due, RoleArn: 'role', Input: '{}' },
};
test.each([
  ['a rate', { ScheduleExpression: 'rate(1 hour)' }, 'ValidationException'],
  ['a time zone', { ScheduleExpressionTimezone: 'Europe/Berlin' }, 'ValidationException'],
  ['a group that is not there', { GroupName: 'Other' }, 'ResourceNotFoundException'],
])('the scheduler refuses %s', async (_, given, name) => {
  await start();
  const sdk = new SchedulerClient({ maxAttempts: 1 });

  const refused = sdk.send(new CreateScheduleCommand({ ...valid, ...given }));
  await expect(refused).rejects.toMatchObject({ name });
  await sdk.send(new CreateScheduleCommand(valid));

  expect(kept()).toEqual(['due-1']);
});
