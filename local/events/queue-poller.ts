import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { reasonOf } from '../failure.ts';
import type { Invoke } from '../lambda/pool.ts';
import { region } from '../template/names.ts';

export interface QueueSource {
  queueArn: string;
  /** The most messages of one invocation. */
  batchSize: number;
  /** The most invocations at a time. */
  maxConcurrency: number;
}

export interface QueuePollerOptions {
  source: QueueSource;
  client: SQSClient;
  queueUrl: string;
  invoke: Invoke;
  tell: (line: string) => void;
  /** How long one call waits for a message, in seconds; at most 20. Default: 20. */
  waitS?: number;
  /** The pause after a call of the queue that failed. Default: 1000. */
  pauseMs?: number;
}

/** A batch that the function has not handled: `batchItemFailures` names single messages of it. */
interface Handled {
  batchItemFailures?: { itemIdentifier: string }[];
}

/**
 * Gives a queue's messages to a function, as Lambda does: deletes a handled message; any other is received again after
 * its visibility time-out, until the queue's redrive policy takes it away.
 * https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
export class QueuePoller {
  private readonly options: QueuePollerOptions;
  private readonly over = new AbortController();
  private readonly loops: Promise<void>[];

  constructor(options: QueuePollerOptions) {
    this.options = options;
    this.loops = Array.from({ length: options.source.maxConcurrency }, () => this.poll());
  }

  /** Ends the polling; resolves when the invocations in progress have ended too. */
  async stop(): Promise<void> {
    this.over.abort();
    await Promise.all(this.loops);
  }

  private async poll(): Promise<void> {
    const { tell, pauseMs = 1000 } = this.options;
    while (!this.over.signal.aborted) {
      try {
        await this.handle(await this.receive());
      } catch (error) {
        if (this.over.signal.aborted) return;
        tell(`The queue ${this.options.queueUrl} failed: ${reasonOf(error)}`);
        await pause(pauseMs, undefined, { signal: this.over.signal }).catch(() => undefined);
      }
    }
  }

  private async receive(): Promise<Message[]> {
    const { client, queueUrl: QueueUrl, source, waitS = 20 } = this.options;
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: source.batchSize,
      WaitTimeSeconds: waitS,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    const { Messages = [] } = await client.send(command, { abortSignal: this.over.signal });
    return Messages;
  }

  private async handle(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    const { client, queueUrl: QueueUrl, source, invoke, tell } = this.options;
    const outcome = await invoke({ Records: messages.map((one) => record(one, source.queueArn)) });
    if (outcome.kind === 'fault') {
      return tell(`A message of ${source.queueArn} was not handled: ${outcome.message}`);
    }
    const { batchItemFailures = [] } = (outcome.value ?? {}) as Handled;
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const done = messages.filter(({ MessageId }) => !failed.has(String(MessageId)));
    if (done.length === 0) return;
    const Entries = done.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  }
}

/** The message as Lambda gives it to a function. */
function record(message: Message, eventSourceARN: string) {
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    attributes: message.Attributes ?? {},
    messageAttributes: message.MessageAttributes ?? {},
    md5OfBody: message.MD5OfBody,
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: region,
  };
}
