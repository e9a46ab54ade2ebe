import { readAnnouncer } from '../../shared/adapters/announcements.ts';
import { objectsOf } from '../../shared/adapters/s3/objects.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { readMessage } from '../../shared/adapters/tables/messages-table.ts';
import { keepReply, readThread } from '../../shared/adapters/tables/replies-table.ts';
import { maxReplyMailBytes } from '../../shared/engine/limits.ts';
import * as env from '../../shared/env.ts';
import { lambdaHandler } from '../../shared/http/chain.ts';
import { isTestMessage } from '../../shared/message/message-id.ts';
import { readMail } from '../../shared/reply/read-mail.ts';
import { receivedMail } from './contract.ts';
import type { RepliesPorts } from './ports.ts';
import { type Outcome, receiveReply } from './run.ts';

const messages = ownTables()(env.messagesTable);
const bucket = env.required(env.repliesBucket);
const objects = objectsOf([bucket]);
const announcer = readAnnouncer(messages);
const ports: RepliesPorts = {
  domain: env.required(env.repliesDomain),
  readThread: (token) => readThread(messages, token, Date.now()),
  readMessage: (accountId, messageId) => readMessage(messages, accountId, messageId),
  fetchMail,
  readMail,
  keepReply: keepReply.bind(null, messages),
  announceReply: announcer?.reply,
  epochMs: Date.now,
};

/** Records a mail that SES has received. If it throws, Lambda calls it again, and then keeps the event. */
export const handler = lambdaHandler<unknown, Outcome[]>({
  name: 'replies',
  run: async ({ event, notes }) => {
    const [record] = receivedMail.parse(event).Records;
    if (!record) throw new Error('The event has no record');
    notes.requestId = record.ses.mail.messageId;
    return receiveReply(record.ses, ports);
  },
  lineOf: (outcomes) => {
    const [first] = outcomes;
    const outcome = [...new Set(outcomes.map((each) => each.outcome))].join(', ');
    const isTest = outcomes.some(({ messageId = '' }) => isTestMessage(messageId));
    return { ...first, outcome, test: isTest || undefined };
  },
});

async function fetchMail(key: string): Promise<Uint8Array | 'too large'> {
  const { head, get } = objects();
  const place = { bucket, key };
  const found = await head(place);
  if (typeof found === 'string') throw new Error(`S3 does not have the mail: ${found}`);
  if (found.bytes > maxReplyMailBytes) return 'too large';
  const read = await get(place, found.etag);
  if (typeof read === 'string') throw new Error(`S3 does not have the mail: ${read}`);
  return read;
}
