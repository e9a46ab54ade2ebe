import { fail } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Invoke } from '../../../local/lambda/pool.ts';
import { startQueues } from '../../../local/queues/start-queues.ts';
import { Stops } from '../../../local/stops.ts';
import { arn } from '../../../local/template/names.ts';
import type { Queues } from '../../../local/template/queues.ts';
import { wakeUps } from '../../../shared/adapters/later.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const due = arn('sqs', 'Due');
const dead = arn('sqs', 'Dead');
const functionArn = arn('lambda', 'function:due');

const later: Queues = {
  queues: [
    { name: 'Dead', arn: dead, visibilityS: 30, redrive: undefined },
    { name: 'Due', arn: due, visibilityS: 1, redrive: { deadLetters: dead, times: 1 } },
  ],
  sources: [{ queueArn: due, functionArn, batchSize: 1, maxConcurrency: 2 }],
  scheduleGroups: new Set(['Later']),
};

const stops = new Stops();
atEndOfFile(() => stops.all());

/** The queues with this function, and the client with which a function schedules its own wake-ups. */
async function start(invoke: Invoke) {
  const folder = temporaryFolder();
  const paths = {
    schedules: join(folder, 'schedules.json'),
    deadLetters: join(folder, 'dead-letters.jsonl'),
  };
  const told: string[] = [];
  const tell = (line: string) => void told.push(line);
  const { endpoints, poll } = await startQueues({ later, folder: paths, tell }, stops);
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SCHEDULER: endpoints.scheduler,
  });
  poll((asked) => (asked === functionArn ? invoke : fail(asked)));
  const schedules = { group: 'Later', role: 'role', deadLetters: dead };
  const settings = { queues: { due }, schedules };
  return { told, paths, ...wakeUps(settings) };
}

test('a wake-up invokes the function of its queue', async () => {
  const bodies: string[] = [];
  const running = await start(async (event) => {
    bodies.push((event as { Records: { body: string }[] }).Records[0]?.body ?? '');
    return { kind: 'answer', value: null };
  });

  await running.later('due', { message: '1' }, Date.now(), '1');

  await until(() => expect(bodies).toEqual(['{"message":"1"}']));
});

test('a wake-up far ahead becomes a schedule', async () => {
  const running = await start(async () => ({ kind: 'answer', value: null }));

  await running.later('due', { message: '1' }, Date.now() + 24 * 60 * 60_000, '1');

  expect(readFileSync(running.paths.schedules, 'utf8')).toContain('"name":"due-1"');
});

test('a message that failed at every try is in the file of the dead letters', async () => {
  const { told, paths, ...running } = await start(async () => ({
    kind: 'fault',
    message: 'It threw',
  }));

  await running.later('due', { message: '1' }, Date.now(), '1');

  await until(() => expect(existsSync(paths.deadLetters)).toBe(true));
  expect(readFileSync(paths.deadLetters, 'utf8')).toBe('{"message":"1"}\n');
  await until(() =>
    expect(told).toEqual([
      `A message of ${due} was not handled: It threw`,
      `A message failed at every try and is now in ${paths.deadLetters}.`,
    ]),
  );
});

test('a stack without a queue for a function starts nothing', async () => {
  const { endpoints } = await startQueues(
    { later: { ...later, sources: [] }, folder: { schedules: '', deadLetters: '' }, tell: fail },
    stops,
  );

  expect(endpoints).toEqual({});
});
