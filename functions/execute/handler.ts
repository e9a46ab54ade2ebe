import { randomUUID } from 'node:crypto';
import { readAnnouncements } from '../../shared/adapters/announcements.ts';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { domainsByDns } from '../../shared/adapters/dns/dns.ts';
import { wakeUps } from '../../shared/adapters/later.ts';
import { readLaterSettings } from '../../shared/adapters/later-settings.ts';
import { openConnection } from '../../shared/adapters/open-connection.ts';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb.ts';
import { notingTemplate, templateLoader } from '../../shared/adapters/tables/template-loader.ts';
import { warmUp } from '../../shared/engine/render/warm-up.ts';
import { rememberDomains } from '../../shared/engine/verify/known-domains.ts';
import { env } from '../../shared/env.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { newMessageId, newTestMessageId } from '../../shared/message/message-id.ts';
import { readSenderSettings, senderProblem } from '../../shared/message/sender.ts';
import { required } from '../../shared/required.ts';
import { executeRequest } from './contract.ts';
import { type ContainerPorts, portsWithin } from './ports.ts';
import { execute } from './run.ts';

const client = dynamodbClient(withinRequest);
const messages = { client, name: required(env.messagesTable) };
const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
const laterSettings = readLaterSettings();
const container: ContainerPorts = {
  loadTemplate: templateLoader({ client, name: required(env.templatesTable) }),
  senderProblem: (from) => senderProblem(from, senders),
  lookupDomain: rememberDomains(domainsByDns(process.env[env.dnsServers] ?? ''), Date.now),
  sendMail: sesSender({ configurationSet: required(env.configurationSet) }),
  messages,
  announcements: readAnnouncements(messages),
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
  name: 'execute',
  scope: { name: 'execute', templateOf: ({ templateId }) => templateId },
  request: executeRequest,
  run: (request, caller, received, note) => {
    const ports = portsWithin(container, received.deadline);
    const loadTemplate = notingTemplate(ports.loadTemplate, note);
    return execute(request, caller, received, { ...ports, loadTemplate });
  },
});
