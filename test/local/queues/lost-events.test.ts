import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { countMessages } from '../../../local/queues/create-queues.ts';
import { tellLostEvents } from '../../../local/queues/lost-events.ts';
import { afterEach, beforeEach, expect, test } from '../../jest.ts';
import { due, startQueues, type TestQueues } from './queues.ts';

let queues: TestQueues;

beforeEach(async () => {
  queues = await startQueues();
});

afterEach(() => queues.stop());

const functions: { variables: Record<string, string> }[] = [
  { variables: {} },
  { variables: { WEBHOOKS_QUEUE: due } },
];

/** What the run says when it stops. */
async function toldBy(of: typeof functions): Promise<string[]> {
  const told: string[] = [];
  const count = (arn: string) => countMessages(queues.client, queues.url(arn));
  await tellLostEvents(of, count, (line) => told.push(line));
  return told;
}

test('the run says how many events of webhooks wait when it stops, with those that are delayed or being tried', async () => {
  await queues.send('being tried');
  await queues.receive(due);
  await queues.send('waiting');
  const QueueUrl = queues.url(due);
  const delayed = { QueueUrl, MessageBody: 'delayed', DelaySeconds: 900 };
  await queues.client.send(new SendMessageCommand(delayed));

  expect(await toldBy(functions)).toEqual([
    '3 events of webhooks waited for another try and are lost: webhook resend sends them again.',
  ]);
});

test('the run says nothing where no event waits, or the stack has no webhooks', async () => {
  expect(await toldBy(functions)).toEqual([]);
  await queues.send('of another queue');
  expect(await toldBy([{ variables: {} }])).toEqual([]);
});
