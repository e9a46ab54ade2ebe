import { randomBytes, randomUUID } from 'node:crypto';
import { readAnnouncer } from '../../shared/adapters/announcements.ts';
import { apiGatewayClient } from '../../shared/adapters/api-gateway-keys.ts';
import { clientInTime, withinRequest } from '../../shared/adapters/call-times.ts';
import { domainsByDns, domainsInTime, txtByDns } from '../../shared/adapters/dns/dns.ts';
import { lambdaCredentials } from '../../shared/adapters/lambda/lambda-credentials.ts';
import { lambdaLogsCalls } from '../../shared/adapters/lambda/lambda-logs.ts';
import { readLaterSettings, wakeUps } from '../../shared/adapters/later.ts';
import { sesSender } from '../../shared/adapters/ses/ses.ts';
import { sesReads } from '../../shared/adapters/ses/ses-reads.ts';
import { readForgottenKey } from '../../shared/adapters/tables/account-people.ts';
import { ownTables } from '../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../shared/adapters/tables/messages-table-writes.ts';
import { revisionLoader } from '../../shared/adapters/tables/template-loader.ts';
import { listUsers, readUser } from '../../shared/adapters/tables/users-table.ts';
import { deadlineOf } from '../../shared/deadline.ts';
import { runCheck } from '../../shared/engine/flow/checks.ts';
import { rememberDomains } from '../../shared/engine/verify/known-domains.ts';
import * as env from '../../shared/env.ts';
import { countLines } from '../../shared/manage/usage/count-lines.ts';
import { keyUses } from '../../shared/manage/usage/key-uses.ts';
import { newMessageId } from '../../shared/message/message-id.ts';
import { readSenderSettings, senderProblem } from '../../shared/message/sender.ts';
import { threadsAt } from '../../shared/reply/token.ts';
import type { DashboardPorts } from './ports.ts';
import { manage } from './run.ts';

const table = ownTables();
/** How long a webhook may take to answer the dashboard, in milliseconds. */
const webhookMs = 10_000;

/** The time, in milliseconds, that is left when a search of the logs is stopped. */
const stopMs = 1500;

/** The time, in milliseconds, that is left when an answer about a person is given. */
const peopleMs = 7000;

/** How many records are looked at between two looks at the time. */
const peoplePage = 500;

const stopInTime = () =>
  AbortSignal.timeout(Math.max(0, Math.floor(deadlineOf().leftMs() - stopMs)));

const users = table(env.usersTable);
const messages = table(env.messagesTable);
const beginning = table(env.messagesTable, 'begin');
const ports: DashboardPorts['manage'] = {
  accounts: table(env.accountsTable),
  keys: table(env.keysTable),
  templates: table(env.templatesTable),
  messages,
  usagePlans: {
    client: clientInTime(apiGatewayClient(withinRequest, { credentials: lambdaCredentials })),
    ids: {
      free: env.required(env.usagePlanFree),
      pro: env.required(env.usagePlanPro),
      team: env.required(env.usagePlanTeam),
    },
  },
  randomBytes,
  now: () => new Date(),
};
const senders = readSenderSettings(process.env[env.senders], process.env[env.sending]);
const suppression = process.env[env.suppression] !== 'off';
const retentionDays = Number(env.required(env.messageRetentionDays));
const dnsServers = process.env[env.dnsServers] ?? '';
const laterSettings = readLaterSettings();
const ses = sesReads(withinRequest);
const newThread = threadsAt(process.env[env.repliesDomain]);
const problemOf = (from: string) => senderProblem(from, senders);
const logs = {
  calls: lambdaLogsCalls(),
  groups: env.required(env.logGroups).split(','),
  retentionDays: Number(env.required(env.logRetentionDays)),
};

const send: DashboardPorts['send'] = {
  templates: table(env.templatesTable, 'begin'),
  accounts: ports.accounts,
  store: messageStore(beginning, messages),
  sendMail: sesSender({
    configurationSet: env.required(env.configurationSet),
    tenants: process.env[env.tenants] === 'on',
  }),
  deadline: { leftMs: () => deadlineOf().leftMs() },
  senders,
  suppression,
  newThread,
  retentionDays,
  newMessageId: (nowMs) => newMessageId(nowMs),
  newOwner: randomUUID,
  epochMs: Date.now,
  now: ports.now,
};

const dashboard: DashboardPorts = {
  manage: ports,
  trail: {
    table: table(env.trailTable),
    accounts: ports.accounts,
    retentionDays: Number(env.required(env.trailRetentionDays)),
  },
  readUser: (sub) => readUser(users, sub),
  groupRoles: JSON.parse(process.env[env.signInRoles] ?? '{}'),
  lookClients: JSON.parse(process.env[env.lookClients] ?? 'null') ?? undefined,
  listUsers: () => listUsers(users),
  senders,
  sesIdentity: (name) => deadlineOf().within(() => ses.identity(name)),
  setup: {
    where: async () => ({ region: env.required('AWS_REGION'), options: '' }),
    ses,
    txtRecords: txtByDns(dnsServers),
    variable: async (name) => process.env[name] ?? '',
  },
  baseUrl: env.required(env.baseUrl),
  retentionDays,
  people: {
    ...ports,
    wakeUps: laterSettings && wakeUps(laterSettings),
    announcer: readAnnouncer(messages),
    listUsers: () => listUsers(users),
    // The local run has none.
    backups: !process.env[env.dynamodbEndpoint],
    replyMailDays: Number(process.env[env.repliesKeepDays] ?? 0),
    pageSize: peoplePage,
    isOver: () => deadlineOf().leftMs() < peopleMs,
  },
  scheduled: {
    ...ports,
    senderProblem: problemOf,
    wakeUps: laterSettings && wakeUps(laterSettings),
    announcer: readAnnouncer(messages),
  },
  webhooks: {
    ...ports,
    sendsEvents: process.env[env.webhooksTo] !== undefined,
    post: {
      loopback: process.env[env.webhooksTo] === 'loopback',
      get timeoutMs() {
        return Math.min(webhookMs, deadlineOf().leftMs());
      },
    },
  },
  flow: {
    senderProblem: problemOf,
    templates: ports.templates,
    runCheck,
    lookupDomain: domainsInTime(rememberDomains(domainsByDns(dnsServers), Date.now)),
    store: messageStore(messages),
    suppression,
    newThread,
    readForgottenKey: readForgottenKey.bind(null, ports.accounts),
    now: () => performance.now(),
  },
  send,
  again: { ...send, messages, loadRevision: revisionLoader(ports.templates) },
  countLines: (search) => countLines(logs, search, stopInTime()),
  keyUses: (search) => keyUses(logs, search, stopInTime()),
};

export const handler = manage(dashboard);
