import { randomUUID } from 'node:crypto';
import type { Phase } from '../deadline.ts';
import { runCheck } from '../engine/flow/checks.ts';
import { rememberDomains } from '../engine/verify/known-domains.ts';
import * as env from '../env.ts';
import { newMessageId, newTestMessageId } from '../message/message-id.ts';
import { readSenderSettings, senderProblem } from '../message/sender.ts';
import { threadsAt } from '../reply/token.ts';
import { domainsByDns, domainsInTime } from './dns/dns.ts';
import { readLaterSettings, wakeUps } from './later.ts';
import { objectsOf, readBucketList } from './s3/objects.ts';
import type { OwnTable } from './tables/dynamodb.ts';
import { messageStore } from './tables/messages-table-writes.ts';
import { keepPending } from './tables/pending-table.ts';
import { readAnswered } from './tables/replies-table.ts';
import { templateLoader } from './tables/template-loader.ts';

/** Makes the ports of `execute` and `batch`, once for a container. `writes`: the phase that records a message. */
export function acceptingContainer(table: OwnTable, { writes }: { writes: Phase }) {
  const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
  const settings = readLaterSettings();
  const messages = table(env.messagesTable, writes);
  const objects = objectsOf(readBucketList(process.env[env.attachmentBuckets]));
  const domains = rememberDomains(domainsByDns(process.env[env.dnsServers] ?? ''), Date.now);
  const ports = {
    loadTemplate: templateLoader(table(env.templatesTable, 'begin')),
    senderProblem: (from: string) => senderProblem(from, senders),
    runCheck,
    lookupDomain: domainsInTime(domains),
    newThread: threadsAt(process.env[env.repliesDomain]),
    store: messageStore(messages, table(env.messagesTable)),
    keepPending: keepPending.bind(null, messages),
    retentionDays: Number(env.required(env.messageRetentionDays)),
    refusedRetentionDays: Number(env.required(env.refusedRetentionDays)),
    later: settings && wakeUps(settings, writes).later,
    fastForwardMs: settings?.fastForwardMs,
    suppression: process.env[env.suppression] !== 'off',
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    readAnswered: readAnswered.bind(null, messages),
    epochMs: Date.now,
    now: () => performance.now(),
  };
  return () => ({ ...ports, objects: objects() });
}
