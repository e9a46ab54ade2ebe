import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { tellLostEvents } from '../../../local/queues/lost-events.ts';
import { expect, test } from '../../jest.ts';
import { due, startQueues } from './queues.ts';

const functions: { variables: Record<string, string> }[] = [
  { variables: {} },
  { variables: { WEBHOOKS_QUEUE: due } },
];

/** The run's message when it stops. */
async function toldBy(
  queues: Awaited<ReturnType<typeof startQueues>>,
  of = functions,
): Promise<string[]> {
  const told: string[] = [];
  await tellLostEvents(of, queues.count, (line) => told.push(line));
  return told;
}

test('the run says how many events of webhooks wait when it stops, with those that are delayed or being tried', async () => {
  const queues = await startQueues();
  await queues.send('being tried');
  await queues.receive(due);
  await queues.send('waiting');
  const QueueUrl = queues.url(due);
  const delayed = { QueueUrl, MessageBody: 'delayed', DelaySeconds: 900 };
  await queues.client.send(new SendMessageCommand(delayed));

  expect(await toldBy(queues)).toEqual([
    '3 events of webhooks waited for another try and are lost: webhook resend sends them again.',
  ]);
});

test('the run says nothing where no event waits, or the stack has no webhooks', async () => {
  const queues = await startQueues();
  expect(await toldBy(queues)).toEqual([]);
  await queues.send('of another queue');
  expect(await toldBy(queues, [{ variables: {} }])).toEqual([]);
});
