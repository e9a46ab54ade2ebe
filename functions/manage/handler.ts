import { randomBytes, randomUUID } from 'node:crypto';
import { readAnnouncements } from '../../shared/adapters/announcements.ts';
import { apiGatewayClient } from '../../shared/adapters/api-gateway-keys.ts';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { domainsByDns, txtByDns } from '../../shared/adapters/dns/dns.ts';
import { lambdaCredentials } from '../../shared/adapters/lambda/lambda-credentials.ts';
import { lambdaLogsCalls } from '../../shared/adapters/lambda/lambda-logs.ts';
import { wakeUps } from '../../shared/adapters/later.ts';
import { readLaterSettings } from '../../shared/adapters/later-settings.ts';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { sesSetup } from '../../shared/adapters/ses/ses-setup.ts';
import { dynamodbClient } from '../../shared/adapters/tables/dynamodb-client.ts';
import { rememberDomains } from '../../shared/engine/verify/known-domains.ts';
import { env } from '../../shared/env.ts';
import { newMessageId } from '../../shared/message/message-id.ts';
import { readSenderSettings } from '../../shared/message/sender.ts';
import { required } from '../../shared/required.ts';
import { type ContainerPorts, portsWithin } from './ports.ts';
import { manage } from './run.ts';

const client = dynamodbClient(withinRequest);
const tableOf = (variable: string) => ({ client, name: required(variable) });
const dnsServers = process.env[env.dnsServers] ?? '';
const laterSettings = readLaterSettings();
const container: ContainerPorts = {
  users: tableOf(env.usersTable),
  manage: {
    accounts: tableOf(env.accountsTable),
    keys: tableOf(env.keysTable),
    templates: tableOf(env.templatesTable),
    messages: tableOf(env.messagesTable),
    usagePlans: {
      client: apiGatewayClient(withinRequest, { credentials: lambdaCredentials }),
      ids: {
        free: required(env.usagePlanFree),
        pro: required(env.usagePlanPro),
        team: required(env.usagePlanTeam),
      },
    },
    randomBytes,
    now: () => new Date(),
  },
  webhookSettings: {
    loopback: process.env[env.webhooksTo] === 'loopback',
    sendsEvents: process.env[env.webhooksTo] !== undefined,
  },
  lookupDomain: rememberDomains(domainsByDns(dnsServers), Date.now),
  sendMail: sesSender({ configurationSet: required(env.configurationSet) }),
  wakeUps: laterSettings && wakeUps(laterSettings),
  announcements: readAnnouncements(tableOf(env.messagesTable)),
  senders: readSenderSettings(process.env[env.senders], process.env[env.sending]),
  suppression: process.env[env.suppression] !== 'off',
  retentionDays: Number(required(env.messageRetentionDays)),
  newMessageId: (nowMs) => newMessageId(nowMs),
  newOwner: randomUUID,
  epochMs: Date.now,
  now: () => performance.now(),
  setup: {
    where: async () => ({ region: required('AWS_REGION'), options: '' }),
    ses: sesSetup(withinRequest, { credentials: lambdaCredentials }),
    txtRecords: txtByDns(dnsServers),
    variable: async (name) => process.env[name] ?? '',
  },
  baseUrl: required(env.baseUrl),
  logs: {
    calls: lambdaLogsCalls(),
    groups: required(env.logGroups).split(','),
    retentionDays: Number(required(env.logRetentionDays)),
  },
};

export const handler = manage((deadline) => portsWithin(container, deadline));
