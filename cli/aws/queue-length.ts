import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';

/** About how many messages wait in a queue. Needs `sqs:GetQueueAttributes`. */
export async function queueLength(
  times: CallTimes,
  { url, region }: { url: string; region?: string | undefined },
): Promise<number> {
  // The SDK would ask the host in the queue's URL, whatever AWS_ENDPOINT_URL says.
  const settings = { ...(region && { region }), useQueueUrlAsEndpoint: false };
  const client = new SQSClient({ ...settings, ...callTimes(times) });
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
