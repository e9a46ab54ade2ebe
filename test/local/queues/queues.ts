import { ReceiveMessageCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { fauxqsServer } from '../../../local/fauxqs.ts';
import { close, listen } from '../../../local/loopback/listen.ts';
import {
  countMessages,
  createQueues,
  type Queue,
  queuesClient,
  queueUrl,
} from '../../../local/queues/create-queues.ts';
import { arn } from '../../../local/template/names.ts';
import { stoppedAtEnd } from '../../end-of-file.ts';

export const due = arn('sqs', 'Due');
export const dead = arn('sqs', 'Dead');

/**
 * The queues' server with the queues Due and Dead. A message is hidden for 1 s unless the test needs longer, and after
 * two receipts it is a dead letter.
 */
export async function startQueues(visibilityS = 1) {
  const queues: Queue[] = [
    { name: 'Dead', arn: dead, visibilityS: 30, redrive: undefined },
    { name: 'Due', arn: due, visibilityS, redrive: { deadLetters: dead, times: 2 } },
  ];
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
    /** How many messages a queue has, with those that are hidden or delayed. */
    count: (queueArn: string) => countMessages(client, url(queueArn)),
    /** The next bodies that a queue gives. It waits for one. */
    async receive(queueArn: string): Promise<string[]> {
      const limits = { WaitTimeSeconds: 20, MaxNumberOfMessages: 10 };
      const command = new ReceiveMessageCommand({ QueueUrl: url(queueArn), ...limits });
      for (;;) {
        const { Messages = [] } = await client.send(command);
        if (Messages.length > 0) return Messages.map(({ Body }) => String(Body));
      }
    },
    async stop() {
      client.destroy();
      await close(server);
    },
  });
}
