import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type CallTimes, callTimes } from './call-times.ts';

/** About how many messages wait in a queue. Needs `sqs:GetQueueAttributes`. */
export async function queueLength(
  times: CallTimes,
  { url, region }: { url: string; region?: string | undefined },
): Promise<number> {
  const client = new SQSClient({ ...(region && { region }), ...callTimes(times) });
  try {
    const get = new GetQueueAttributesCommand({
      QueueUrl: url,
      AttributeNames: ['ApproximateNumberOfMessages'],
    });
    return Number((await client.send(get)).Attributes?.ApproximateNumberOfMessages ?? 0);
  } finally {
    client.destroy();
  }
}
