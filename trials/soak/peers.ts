import { Agent } from 'node:http';
import type { Stops } from '../../local/stops.ts';
import * as env from '../../shared/env.ts';
import { bucket, startS3 } from '../harness/files.ts';
import { tableNames } from '../harness/table-names.ts';
import { keyAttributes } from '../harness/tables.ts';
import { claimDeletionOdds, queueOdds, sesOdds, tableOdds } from './faults/fate.ts';
import { withLag } from './faults/lag.ts';
import {
  type Call,
  type FaultServerOptions,
  forwardTo,
  operationOf,
  startFaultServer,
} from './faults/server.ts';
import { lagMs } from './functions/scale.ts';
import type { Meetings } from './meetings.ts';
import { type OnWakeUp, queueOf } from './queue.ts';

/** The names of the queues. */
export const queues = { due: 'Due', webhooks: 'Webhooks' };

const arnOf = (queue: string) => `arn:aws:sqs:us-east-1:000000000000:${queue}`;

export interface PeersOptions {
  /** The address of the tables' server. */
  tables: string;
  meetings: Meetings;
  /** Lets SES accept a mail. */
  accept: FaultServerOptions['apply'];
  onWakeUp: OnWakeUp;
  /** Whether the functions announce events of webhooks. */
  hasWebhooks: boolean;
}

/** The tables' server, SES, SQS and EventBridge Scheduler as the functions reach them, through faults, and an S3 without faults. */
export async function startPeers(options: PeersOptions, stops: Stops) {
  const { meetings, hasWebhooks } = options;
  const agent = stops.add(new Agent({ keepAlive: true }), (each) => each.destroy());
  const start = async (server: FaultServerOptions) =>
    stops.add(await startFaultServer(server), (each) => each.stop());
  const keyNames = new Map(
    (['templates', 'messages'] as const).map((kind) => [tableNames[kind], keyAttributes[kind]]),
  );
  const tables = await start({
    meet: (call) => {
      const odds = deletesClaim(call) ? claimDeletionOdds : tableOdds;
      return meetings.meet(call, 'tables', operationOf(call), odds);
    },
    apply: withLag({
      apply: (call) => forwardTo(options.tables, call, agent),
      keyNames,
      rememberMs: lagMs,
    }),
  });
  const ses = await start({
    meet: (call) => meetings.meet(call, 'SES', 'SendEmail', sesOdds),
    apply: options.accept,
  });
  const wordOf = new WeakMap<object, string>();
  const { take, free } = queueOf(options.onWakeUp);
  const queue = await start({
    meet: (call) => {
      wordOf.set(call, meetings.firstWord(call.caller));
      const isSchedule = call.path.startsWith('/schedules/');
      const operation = isSchedule ? `${call.method} schedule` : operationOf(call);
      return meetings.meet(call, 'queue', operation, queueOdds);
    },
    apply: (call) => take(call, wordOf.get(call) ?? ''),
  });
  const s3 = await startS3(stops);
  return {
    /** The variables with which a function finds its peers. */
    peersOf: (caller: string): Record<string, string> => ({
      [env.dynamodbEndpoint]: tables.urlFor(caller),
      [env.sesEndpoint]: ses.urlFor(caller),
      [env.s3Endpoint]: s3,
      [env.attachmentBuckets]: bucket,
      [env.dueQueue]: arnOf(queues.due),
      [env.webhooksQueue]: hasWebhooks ? arnOf(queues.webhooks) : '',
      [env.webhooksTo]: 'loopback',
      [env.webhookConcurrency]: '5',
      [env.scheduleGroup]: 'soak',
      [env.scheduleRole]: 'arn:aws:iam::000000000000:role/soak',
      [env.deadLetterQueue]: arnOf('Dead'),
      [env.sqsEndpoint]: queue.urlFor(caller),
      [env.schedulerEndpoint]: queue.urlFor(caller),
    }),
    /** Resolves when every call has taken effect. */
    quiet: async () => {
      await Promise.all([queue.quiet(), ses.quiet(), tables.quiet()]);
    },
    /** Frees the names of used schedules. */
    free,
  };
}

/** A claim is deleted by its key, `I#` and the hash of the Idempotency-Key. */
const deletesClaim = (call: Call) =>
  operationOf(call) === 'DeleteItem' && /"sk":\{"S":"I#/.test(String(call.body));
