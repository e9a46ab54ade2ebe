import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { credentials, region } from '../template/names.ts';

export interface Queue {
  name: string;
  arn: string;
  /** How long a message that was received is hidden from others, in seconds. */
  visibilityS: number;
  /** The queue for messages that were received more than `times` times; if undefined, they are received again. */
  redrive: { deadLetters: string; times: number } | undefined;
}

export function queuesClient(endpoint: string): SQSClient {
  return new SQSClient({ endpoint, region, credentials, maxAttempts: 1 });
}

/** The address of a queue at the queues' server, from its ARN. */
export function queueUrl(endpoint: string, arn: string): string {
  const [account, name] = arn.split(':').slice(-2);
  return `${endpoint}/${account}/${name}`;
}

/** How many messages a queue has, with those that are delayed or hidden. */
export async function countMessages(client: SQSClient, QueueUrl: string): Promise<number> {
  const AttributeNames = [
    'ApproximateNumberOfMessages',
    'ApproximateNumberOfMessagesDelayed',
    'ApproximateNumberOfMessagesNotVisible',
  ] as const;
  const asked = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
  const { Attributes = {} } = await client.send(asked);
  return AttributeNames.reduce((sum, name) => sum + Number(Attributes[name] ?? 0), 0);
}

export async function createQueues(client: SQSClient, queues: readonly Queue[]): Promise<void> {
  await Promise.all(
    queues.map(({ name, visibilityS, redrive }) => {
      const Attributes = {
        VisibilityTimeout: String(visibilityS),
        ...(redrive && {
          RedrivePolicy: JSON.stringify({
            deadLetterTargetArn: redrive.deadLetters,
            maxReceiveCount: redrive.times,
          }),
        }),
      };
      return client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
    }),
  );
}
