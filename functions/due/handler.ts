import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { readAnnouncements } from '../../shared/adapters/announcements.ts';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { wakeUps } from '../../shared/adapters/later.ts';
import { readLaterSettings } from '../../shared/adapters/later-settings.ts';
import { objectsOf, readBucketList } from '../../shared/adapters/s3/objects.ts';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { revisionLoader } from '../../shared/adapters/tables/template-loader.ts';
import { type FunctionTime, requestDeadline } from '../../shared/deadline.ts';
import { env } from '../../shared/env.ts';
import { causesOf, type LogEnd, startLogLine } from '../../shared/http/log-line.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { readSenderSettings, senderProblem } from '../../shared/message/sender.ts';
import { required } from '../../shared/required.ts';
import { type ContainerPorts, portsWithin } from './ports.ts';
import { type DueNotes, sendDue } from './run.ts';
import { sweep } from './sweep.ts';

const laterSettings = readLaterSettings();
if (laterSettings === null) throw new Error(`The environment variable ${env.dueQueue} is not set`);
const client = dynamodbClient(withinRequest);
const messages = { client, name: required(env.messagesTable) };
const accounts = { client, name: required(env.accountsTable) };
const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
const container: ContainerPorts = {
  loadRevision: revisionLoader({ client, name: required(env.templatesTable) }),
  senderProblem: (from) => senderProblem(from, senders),
  sendMail: sesSender({ configurationSet: required(env.configurationSet) }),
  messages,
  objects: objectsOf(readBucketList(process.env[env.attachmentBuckets])),
  announcements: readAnnouncements(messages),
  retentionDays: Number(required(env.messageRetentionDays)),
  wakeUps: wakeUps(laterSettings),
  fastForwardMs: laterSettings.fastForwardMs,
  suppression: process.env[env.suppression] !== 'off',
  newOwner: randomUUID,
  epochMs: Date.now,
  now: () => performance.now(),
};

const queueEvent = z.object({
  Records: z.tuple([
    z.object({
      messageId: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.string() }),
    }),
  ]),
});

const body = z.union([
  z.object({ accountId: z.string(), messageId: z.string() }),
  // From the schedule of the sweeps, or from a sweep whose time did not suffice.
  z.object({
    sweep: z.object({ partition: z._default(z.string(), ''), after: z.optional(z.string()) }),
  }),
]);

/**
 * Handles one wake-up of the queue `Due`, of a message or for a sweep. If it throws, the queue gives the wake-up again
 * 90 s later, and after the fifth time to the dead-letter queue (docs/operations/messages.md).
 */
export const handler = async (payload: unknown, time: FunctionTime): Promise<void> => {
  const deadline = requestDeadline(time);
  const line = startLogLine('due');
  let known: LogEnd = {};
  try {
    const [record] = queueEvent.parse(payload).Records;
    const place = body.parse(JSON.parse(record.body));
    if ('sweep' in place) {
      const swept = await sweep(place.sweep, {
        ...{ ...container, ...container.wakeUps(deadline), deadline },
        accounts: tableWithin(accounts, deadline),
        messages: tableWithin(messages, deadline),
      });
      return line.write(swept);
    }
    known = { ...place, ...(isTestMessage(place.messageId) && { test: true }) };
    const received = Number(record.attributes.ApproximateReceiveCount);
    const tell = (notes: DueNotes) => void Object.assign(known, notes);
    const ports = { ...portsWithin(container, deadline), tell };
    const outcome = await sendDue({ ...place, received }, ports);
    line.write({ ...known, outcome });
  } catch (error) {
    line.write({ ...known, outcome: 'fault', causes: causesOf(error) });
    throw error;
  }
};
