import { appendFileSync } from 'node:fs';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DataFolder } from '../data-folder.ts';
import { QueuePoller, type QueuePollerOptions } from '../events/queue-poller.ts';
import type { Invoke } from '../lambda/pool.ts';
import type { Endpoints } from '../lambda/variables.ts';
import { close, listen, loopback } from '../loopback/listen.ts';
import { Schedules } from '../scheduler/schedules.ts';
import { schedulerServer } from '../scheduler/server.ts';
import type { Stops } from '../stops.ts';
import type { Queues } from '../template/queues.ts';
import { countMessages, createQueues, queuesClient, queueUrl } from './create-queues.ts';

export interface StartQueuesOptions {
  later: Queues;
  folder: Pick<DataFolder, 'schedules' | 'deadLetters'>;
  tell: (line: string) => void;
  /** How far ahead the scheduler's clock is. Default: 0. */
  fastForwardMs?: number;
}

export interface RunningQueues {
  endpoints: Pick<Endpoints, 'sqs' | 'scheduler'>;
  /** The stack's outputs, with the addresses of the queues instead of their names. */
  addressed: (outputs: Record<string, string>) => Record<string, string>;
  /** From now on the functions get the queues' messages. */
  poll: (invoker: (functionArn: string) => Invoke) => void;
  count: (queueArn: string) => Promise<number>;
}

/** Starts the queues and the scheduler, if the stack has a queue with a function. */
export async function startQueues(
  { later, folder, tell, fastForwardMs }: StartQueuesOptions,
  stops: Stops,
): Promise<RunningQueues> {
  const { queues, sources, scheduleGroups } = later;
  if (sources.length === 0) {
    return {
      endpoints: {},
      addressed: (outputs) => outputs,
      poll: () => undefined,
      count: async () => 0,
    };
  }
  // It takes a tenth of a second to load, which a stack without queues saves.
  const { fauxqsServer } = await import('../fauxqs.ts');
  const sqs = `http://${loopback}:${await listen(stops.add(await fauxqsServer(), close))}`;
  const client = stops.add(queuesClient(sqs), (made) => made.destroy());
  await createQueues(client, queues);
  const urlOf = (arn: string) => queueUrl(sqs, arn);

  const send = (arn: string, MessageBody: string) =>
    client.send(new SendMessageCommand({ QueueUrl: urlOf(arn), MessageBody }));
  const schedules = stops.add(
    new Schedules({ path: folder.schedules, send, tell, fastForwardMs }),
    (started) => started.stop(),
  );
  const scheduler = stops.add(schedulerServer(schedules, scheduleGroups), close);
  const schedulerPort = await listen(scheduler);

  const start = (source: QueuePollerOptions['source'], invoke: Invoke) => {
    const options = { source, client, queueUrl: urlOf(source.queueArn), invoke, tell };
    stops.add(new QueuePoller(options), (poller) => poller.stop());
  };
  return {
    endpoints: { sqs, scheduler: `http://${loopback}:${schedulerPort}` },
    addressed: (outputs) => {
      const urls = new Map(queues.map(({ name, arn }) => [name, urlOf(arn)]));
      const addressed = Object.entries(outputs).map(([id, name]) => [id, urls.get(name) ?? name]);
      return Object.fromEntries(addressed);
    },
    count: (queueArn) => countMessages(client, urlOf(queueArn)),
    poll: (invoker) => {
      for (const source of sources) start(source, invoker(source.functionArn));
      const deadLetters = new Set(queues.flatMap(({ redrive }) => redrive?.deadLetters ?? []));
      for (const queueArn of deadLetters) {
        start({ queueArn, batchSize: 1, maxConcurrency: 1 }, bury(folder.deadLetters, tell));
      }
    },
  };
}

/** Puts the messages of a dead-letter queue into the file of the dead letters: the queue itself ends with the run. */
function bury(path: string, tell: (line: string) => void): Invoke {
  return async (event) => {
    const { Records } = event as { Records: { body: string }[] };
    for (const { body } of Records) appendFileSync(path, `${body}\n`, { mode: 0o600 });
    tell(`A message failed at every try and is now in ${path}.`);
    return { kind: 'answer', value: undefined };
  };
}
