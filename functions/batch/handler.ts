import { randomUUID } from 'node:crypto';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { domainsByDns } from '../../shared/adapters/dns/dns.ts';
import { wakeUps } from '../../shared/adapters/later.ts';
import { readLaterSettings } from '../../shared/adapters/later-settings.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb.ts';
import { templateLoader } from '../../shared/adapters/tables/template-loader.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import { rememberDomains } from '../../shared/engine/verify/known-domains.ts';
import { env } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { newMessageId, newTestMessageId } from '../../shared/message/message-id.ts';
import { readSenderSettings, senderProblem } from '../../shared/message/sender.ts';
import { required } from '../../shared/required.ts';
import { batchRequest } from './contract.ts';
import { type ContainerPorts, portsWithin } from './ports.ts';
import { batch } from './run.ts';

const client = dynamodbClient(withinRequest);
const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
const laterSettings = readLaterSettings();
const container: ContainerPorts = {
  loadTemplate: templateLoader({ client, name: required(env.templatesTable) }),
  senderProblem: (from) => senderProblem(from, senders),
  lookupDomain: rememberDomains(domainsByDns(process.env[env.dnsServers] ?? ''), Date.now),
  messages: { client, name: required(env.messagesTable) },
  retentionDays: Number(required(env.messageRetentionDays)),
  refusedRetentionDays: Number(required(env.refusedRetentionDays)),
  wakeUps: laterSettings && wakeUps(laterSettings),
  fastForwardMs: laterSettings?.fastForwardMs,
  suppression: process.env[env.suppression] !== 'off',
  newMessageId,
  newTestMessageId,
  newOwner: randomUUID,
  epochMs: Date.now,
  now: () => performance.now(),
};
warmUp();
openConnection(() => container.loadTemplate('none', 'none'));

export const handler = endpoint({
  name: 'batch',
  scope: { name: 'execute' },
  request: batchRequest,
  run: (request, caller, received) =>
    batch(request, caller, received, portsWithin(container, received.deadline)),
});
