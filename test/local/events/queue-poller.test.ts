import type { SQSEvent } from 'aws-lambda';
import { QueuePoller, type QueueSource } from '../../../local/events/queue-poller.ts';
import type { Outcome } from '../../../local/lambda/messages.ts';
import { beforeEach, expect, jest, onTestFinished, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { dead, due, startQueues } from '../queues/queues.ts';

let queues: Awaited<ReturnType<typeof startQueues>>;
let told: string[];
let events: SQSEvent[];

beforeEach(async () => {
  told = [];
  events = [];
  queues = await startQueues(3);
});

const answer = (value: unknown = null): Outcome => ({ kind: 'answer', value });
const fault: Outcome = { kind: 'fault', message: 'It threw' };

/** Polls Due, with this function as the handler of each event. */
function poll(
  perform: (event: SQSEvent) => Outcome | Promise<Outcome>,
  source: Partial<QueueSource> = {},
): QueuePoller {
  const poller = new QueuePoller({
    source: { queueArn: due, batchSize: 1, maxConcurrency: 1, ...source },
    client: queues.client,
    queueUrl: queues.url(due),
    invoke: async (event) => {
      events.push(event as SQSEvent);
      return perform(event as SQSEvent);
    },
    tell: (line) => told.push(line),
    waitS: 1,
    pauseMs: 10,
  });
  onTestFinished(() => poller.stop());
  return poller;
}

const bodies = () => events.map(({ Records }) => Records.map(({ body }) => body));

test('a message invokes the function, and is deleted', async () => {
  const poller = poll(() => answer());
  await queues.send('{"a":1}');
  await until(() => expect(events).toHaveLength(1));
  await poller.stop();

  expect(events[0]?.Records).toMatchObject([
    {
      body: '{"a":1}',
      eventSource: 'aws:sqs',
      eventSourceARN: due,
      awsRegion: 'us-east-1',
      attributes: { ApproximateReceiveCount: '1' },
    },
  ]);
  expect(await queues.count(due)).toBe(0);
  expect(told).toEqual([]);
});

test('a message that the function did not handle comes again, and then is a dead letter', async () => {
  poll(() => fault);
  await queues.send('poison');

  expect(await queues.receive(dead)).toEqual(['poison']);

  expect(bodies()).toEqual([['poison'], ['poison']]);
  expect(told).toEqual(Array(2).fill(`A message of ${due} was not handled: It threw`));
});

test('of a batch, only the messages that the function names come again', async () => {
  for (const body of ['good', 'bad', 'good']) await queues.send(body);
  const failed = ({ Records }: SQSEvent) =>
    Records.filter(({ body }) => body === 'bad').map(({ messageId }) => ({
      itemIdentifier: messageId,
    }));
  poll((event) => answer({ batchItemFailures: failed(event) }), { batchSize: 10 });

  await until(() => expect(bodies()).toEqual([['good', 'bad', 'good'], ['bad']]));
});

test('no more invocations run at a time than the mapping allows', async () => {
  for (const body of ['1', '2', '3', '4', '5']) await queues.send(body);
  let running = 0;
  let most = 0;
  poll(
    async () => {
      most = Math.max(most, ++running);
      await until(() => most > 1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      running--;
      return answer();
    },
    { maxConcurrency: 2 },
  );

  await until(() => expect(events).toHaveLength(5));

  expect(most).toBe(2);
});

test('a queue that fails is told of, and polled again', async () => {
  const { client } = queues;
  const send = jest.spyOn(client, 'send').mockImplementationOnce(() => {
    throw new Error('It fails');
  });
  poll(() => answer());
  send.mockRestore();
  await queues.send('after');

  await until(() => expect(bodies()).toEqual([['after']]));

  expect(told).toEqual([`The queue ${queues.url(due)} failed: It fails`]);
});

test('stopping waits for the invocation in progress, and its message is deleted', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const poller = poll(() => ended.then(() => answer()));
  await queues.send('slow');
  await until(() => expect(events).toHaveLength(1));

  const stopped = poller.stop();
  end();
  await stopped;

  expect(await queues.count(due)).toBe(0);
});
