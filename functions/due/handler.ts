import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { readAnnouncer } from '../../shared/adapters/announcements.ts';
import { readLaterSettings, wakeUps } from '../../shared/adapters/later.ts';
import { objectsOf, readBucketList } from '../../shared/adapters/s3/objects.ts';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { readForgottenKey } from '../../shared/adapters/tables/account-people.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../shared/adapters/tables/messages-table-writes.ts';
import { readPending, removePending } from '../../shared/adapters/tables/pending-table.ts';
import { revisionLoader } from '../../shared/adapters/tables/template-loader.ts';
import { deadlineOf, runSend } from '../../shared/deadline.ts';
import * as env from '../../shared/env.ts';
import { lambdaHandler } from '../../shared/http/chain.ts';
import type { LogEnd } from '../../shared/http/log-line.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { readSenderSettings, senderProblem } from '../../shared/message/sender.ts';
import { type DueNotes, sendDue } from './run.ts';
import { sweep } from './sweep.ts';

const table = ownTables();
const laterSettings = readLaterSettings();
if (laterSettings === null) throw new Error(`The environment variable ${env.dueQueue} is not set`);
const messages = table(env.messagesTable);
const beginning = table(env.messagesTable, 'begin');
const accounts = table(env.accountsTable);
const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
const objects = objectsOf(readBucketList(process.env[env.attachmentBuckets]));
const { later, ready } = wakeUps(laterSettings);
const container = {
  loadRevision: revisionLoader(table(env.templatesTable, 'begin')),
  senderProblem: (from: string) => senderProblem(from, senders),
  sendMail: sesSender({
    configurationSet: env.required(env.configurationSet),
    tenants: process.env[env.tenants] === 'on',
  }),
  readPending: readPending.bind(null, beginning),
  removePending: removePending.bind(null, messages),
  store: messageStore(beginning, messages),
  announcer: readAnnouncer(messages),
  retentionDays: Number(env.required(env.messageRetentionDays)),
  later,
  fastForwardMs: laterSettings.fastForwardMs,
  suppression: process.env[env.suppression] !== 'off',
  readForgottenKey: readForgottenKey.bind(null, accounts),
  newOwner: randomUUID,
  epochMs: Date.now,
  now: () => performance.now(),
};

const queueEvent = z.object({
  // No tuple: it would make the bundle 1.4 KB larger.
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      attributes: z.object({ ApproximateReceiveCount: z.string() }),
    }),
  ),
});

const body = z.union([
  z.object({ accountId: z.string(), messageId: z.string() }),
  // Sent by the schedule of the sweeps, or by a sweep that ran out of time.
  z.object({
    sweep: z.object({ partition: z._default(z.string(), ''), after: z.optional(z.string()) }),
  }),
]);

/** Handles one wake-up of the queue `Due`. If it throws, the queue gives the wake-up again, five times in all. */
export const handler = lambdaHandler<unknown, LogEnd>({
  name: 'due',
  run: async ({ event, notes }) => {
    const [record, another] = queueEvent.parse(event).Records;
    if (!record || another) throw new Error('The queue must give one wake-up at a time');
    const asked = body.parse(JSON.parse(record.body));
    const deadline = deadlineOf();
    if ('sweep' in asked) {
      return sweep(asked.sweep, { ...container, ready, deadline, accounts, messages });
    }
    Object.assign(notes, asked);
    if (isTestMessage(asked.messageId)) notes.test = true;
    const received = Number(record.attributes.ApproximateReceiveCount);
    const tell = (more: DueNotes) => void Object.assign(notes, more);
    const outcome = await runSend(() =>
      sendDue({ ...asked, received }, { ...container, objects: objects(), deadline, tell }),
    );
    return { outcome };
  },
  lineOf: (end) => end,
});
