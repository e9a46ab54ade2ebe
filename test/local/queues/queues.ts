import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { fauxqsServer } from '../../../local/fauxqs.ts';
import { close, listen } from '../../../local/loopback/listen.ts';
import {
  createQueues,
  type Queue,
  queuesClient,
  queueUrl,
} from '../../../local/queues/create-queues.ts';
import { arn } from '../../../local/template/names.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';

export const due = arn('sqs', 'Due');
export const dead = arn('sqs', 'Dead');

/** A message is hidden for 1 s, and after two receipts it is a dead letter. */
const queues: Queue[] = [
  { name: 'Dead', arn: dead, visibilityS: 30, redrive: undefined },
  { name: 'Due', arn: due, visibilityS: 1, redrive: { deadLetters: dead, times: 2 } },
];

/** The queues' server with the queues Due and Dead. */
export async function startQueues() {
  const server = await fauxqsServer();
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const client = queuesClient(endpoint);
  await createQueues(client, queues);
  const url = (queueArn: string) => queueUrl(endpoint, queueArn);
  return stoppedAtEnd({
    endpoint,
    client,
    url,
    send: (body: string) =>
      client.send(new SendMessageCommand({ QueueUrl: url(due), MessageBody: body })),
    /** The bodies that a queue gives within so many seconds. */
    async receive(queueArn: string, WaitTimeSeconds = 5): Promise<string[]> {
      const QueueUrl = url(queueArn);
      const command = new ReceiveMessageCommand({
        QueueUrl,
        WaitTimeSeconds,
        MaxNumberOfMessages: 10,
      });
      return ((await client.send(command)).Messages ?? []).map(({ Body }) => String(Body));
    },
    async stop() {
      client.destroy();
      await close(server);
    },
  });
}

export type TestQueues = Awaited<ReturnType<typeof startQueues>>;
