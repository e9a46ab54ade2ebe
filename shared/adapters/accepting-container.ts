import { randomUUID } from 'node:crypto';
import { rememberDomains } from '../engine/verify/known-domains.ts';
import { env } from '../env.ts';
import { newMessageId, newTestMessageId } from '../message/message-id.ts';
import { readSenderSettings, senderProblem } from '../message/sender.ts';
import { required } from '../required.ts';
import { withinRequest } from './call-times.ts';
import { domainsByDns } from './dns/dns.ts';
import { wakeUps } from './later.ts';
import { readLaterSettings } from './later-settings.ts';
import { objectsOf, readBucketList } from './s3/objects.ts';
import { dynamodbClient } from './tables/dynamodb-client.ts';
import { templateLoader } from './tables/template-loader.ts';

/**
 * What the functions that accept messages, `execute` and `batch`, create once for all requests of a container. Throws
 * where a variable of the environment is missing.
 */
export function acceptingContainer() {
  const client = dynamodbClient(withinRequest);
  const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
  const later = readLaterSettings();
  return {
    loadTemplate: templateLoader({ client, name: required(env.templatesTable) }),
    senderProblem: (from: string) => senderProblem(from, senders),
    lookupDomain: rememberDomains(domainsByDns(process.env[env.dnsServers] ?? ''), Date.now),
    messages: { client, name: required(env.messagesTable) },
    objects: objectsOf(readBucketList(process.env[env.attachmentBuckets])),
    retentionDays: Number(required(env.messageRetentionDays)),
    refusedRetentionDays: Number(required(env.refusedRetentionDays)),
    wakeUps: later && wakeUps(later),
    fastForwardMs: later?.fastForwardMs,
    suppression: process.env[env.suppression] !== 'off',
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs: Date.now,
    now: () => performance.now(),
  };
}
