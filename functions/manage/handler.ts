import { randomBytes, randomUUID } from 'node:crypto';
import { apiGatewayClient } from '../../shared/adapters/api-gateway-keys.ts';
import { withinRequest } from '../../shared/adapters/call-times.ts';
import { domainsByDns, txtByDns } from '../../shared/adapters/dns.ts';
import { dynamodbClient, tableWithin } from '../../shared/adapters/dynamodb.ts';
import { messageStore } from '../../shared/adapters/message-store.ts';
import { sesSender } from '../../shared/adapters/ses.ts';
import { sesIdentities } from '../../shared/adapters/ses-identities.ts';
import { sesSetup } from '../../shared/adapters/ses-setup.ts';
import { readUser } from '../../shared/adapters/users-table.ts';
import { env } from '../../shared/env.ts';
import { sendDeadlines } from '../../shared/execute/send-deadlines.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { newMessageId } from '../../shared/message/new-message-id.ts';
import { readSenderSettings, senderProblem } from '../../shared/message/sender.ts';
import { required } from '../../shared/required.ts';
import { rememberDomains } from '../../shared/verify/known-domains.ts';
import type { DashboardPorts } from './ports.ts';
import { resourcesOf } from './resources.ts';
import { manage } from './run.ts';

const client = dynamodbClient(withinRequest);
const tableOf = (variable: string) => ({ client, name: required(variable) });
const users = tableOf(env.usersTable);
const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
const dnsServers = process.env[env.dnsServers] ?? '';
const suppression = process.env[env.suppression] !== 'off';
const operator: ManagePorts = {
  accounts: tableOf(env.accountsTable),
  keys: tableOf(env.keysTable),
  templates: tableOf(env.templatesTable),
  messages: tableOf(env.messagesTable),
  usagePlans: {
    client: apiGatewayClient(withinRequest),
    ids: {
      free: required(env.usagePlanFree),
      pro: required(env.usagePlanPro),
      team: required(env.usagePlanTeam),
    },
  },
  randomBytes,
  now: () => new Date(),
};
const store = messageStore(operator.messages);
const sendMail = sesSender({ configurationSet: required(env.configurationSet) });

const ports: DashboardPorts = {
  readUser: (sub) => readUser(users, sub),
  manage: operator,
  flow: {
    senderProblem: (from) => senderProblem(from, senders),
    lookupDomain: rememberDomains(domainsByDns(dnsServers), Date.now),
    now: () => performance.now(),
    store,
    suppression,
  },
  send: (deadline) => {
    const { begin, send, settle } = sendDeadlines(deadline);
    const { templates, messages } = operator;
    return {
      templates: tableWithin(templates, begin),
      store: messageStore(tableWithin(messages, begin), tableWithin(messages, settle)),
      sendMail: (mail) => sendMail(mail, send),
      deadline: settle,
      senders,
      suppression,
      retentionDays: Number(required(env.messageRetentionDays)),
      newMessageId: (nowMs) => newMessageId(nowMs),
      newOwner: randomUUID,
      epochMs: Date.now,
    };
  },
  senders,
  identityStatus: sesIdentities(withinRequest),
  setup: {
    where: async () => ({ region: required('AWS_REGION'), options: '' }),
    ses: sesSetup(withinRequest),
    txtRecords: txtByDns(dnsServers),
    variable: async (name) => process.env[name] ?? '',
  },
  baseUrl: required(env.baseUrl),
};

export const handler = manage(resourcesOf(ports), ports);
