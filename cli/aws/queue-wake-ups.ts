import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type CallTimes, callTimes } from '../../shared/adapters/call-times.ts';
import type { WakeUps } from '../../shared/adapters/later.ts';

export interface QueuePlace {
  region?: string;
  profile?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** The longest delay that SQS takes, in seconds. */
const longestDelayS = 900;

/** Sends wake-ups to one queue, delayed by at most 15 minutes. Needs `sqs:SendMessage`. */
export function queueWakeUps(
  QueueUrl: string,
  times: CallTimes,
  place: QueuePlace,
  epochMs = Date.now,
): WakeUps {
  const endpoint = new URL(QueueUrl).origin;
  const client = new SQSClient({ ...place, endpoint, ...callTimes(times) });
  return {
    later: async (_, body, notBeforeMs) => {
      const waitS = Math.ceil((notBeforeMs - epochMs()) / 1000);
      const DelaySeconds = Math.min(longestDelayS, Math.max(0, waitS));
      const MessageBody = JSON.stringify(body);
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));
    },
    forget: async () => undefined,
  };
}
