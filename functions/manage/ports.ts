import { clientWithin } from '../../shared/adapters/call-times.ts';
import { domainsWithin } from '../../shared/adapters/dns/dns.ts';
import type { WakeUps } from '../../shared/adapters/later.ts';
import type { SendMail } from '../../shared/adapters/ses/ses.ts';
import type { SesSetup } from '../../shared/adapters/ses/ses-setup.ts';
import { type Table, tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../shared/adapters/tables/messages-table-writes.ts';
import { readUser, type UserRecord } from '../../shared/adapters/tables/users-table.ts';
import type { Deadline } from '../../shared/deadline.ts';
import type { DomainVerdict } from '../../shared/engine/verify/domain-verdict.ts';
import { sendDeadlines } from '../../shared/execute/send-deadlines.ts';
import type { SendingSources } from '../../shared/manage/doctor/sending-ports.ts';
import type { ScheduledPorts } from '../../shared/manage/messages/scheduled-ports.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { DryRunPorts } from '../../shared/manage/templates/dry-run.ts';
import type { TestSendPorts } from '../../shared/manage/test-send.ts';
import { countLines, type FunctionLogs } from '../../shared/manage/usage/count-lines.ts';
import type { CountedLines } from '../../shared/manage/usage/line-groups.ts';
import type { UsageSearch } from '../../shared/manage/usage/usage-search.ts';
import type { WebhookSendPorts } from '../../shared/manage/webhooks/send-event.ts';
import { type SenderSettings, senderProblem } from '../../shared/message/sender.ts';
import type { AddressRules } from '../../shared/webhook/address.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';

/** The tables, services and settings with which the dashboard's routes answer one request. */
export interface DashboardPorts {
  readUser: (sub: string) => Promise<UserRecord | null>;
  manage: ManagePorts;
  scheduled: ScheduledPorts;
  /** Those of `manage`, and how the dashboard itself sends events to webhooks. */
  webhooks: ManagePorts & WebhookSendPorts & { sendsEvents: boolean };
  flow: DryRunPorts;
  send: TestSendPorts;
  senders: SenderSettings;
  sesIdentity: SesSetup['identity'];
  /** Reads how sending is set up: from SES, from DNS and from the functions' environment variables. */
  setup: SendingSources;
  /** The base address of the API for callers with an API key. */
  baseUrl: string;
  /** How long the record of a message is kept. */
  retentionDays: number;
  /** Counts what an account used, from the logs. */
  countLines: (search: UsageSearch) => Promise<CountedLines>;
}

/** How long a webhook may take to answer the dashboard, in milliseconds: less than it may take for other events. */
const webhookMs = 10_000;

/** The ports that a Lambda execution environment makes once, for all its requests. */
export interface ContainerPorts
  extends Omit<
      DashboardPorts,
      'readUser' | 'scheduled' | 'webhooks' | 'flow' | 'send' | 'sesIdentity' | 'countLines'
    >,
    Pick<TestSendPorts, 'suppression' | 'newMessageId' | 'newOwner' | 'epochMs'> {
  users: Table;
  /** Which addresses besides public ones may get events, and whether the deployment sends any. */
  webhookSettings: AddressRules & { sendsEvents: boolean };
  lookupDomain: (domain: string) => Promise<DomainVerdict>;
  sendMail: SendMail;
  /** Null: this deployment has scheduled sends switched off. */
  wakeUps: ((deadline: Deadline) => WakeUps) | null;
  /** Undefined: this deployment has no webhooks. */
  announcements: ((deadline: Deadline) => Announcer) | undefined;
  logs: FunctionLogs;
  /** Milliseconds, for the trace of a flow. */
  now: () => number;
}

/** The time that is left, in milliseconds, when a search of the logs is stopped. */
const stopMs = 1500;

/**
 * Makes the ports of one request. Their calls end at the deadline, so that there is time left for the answer. The
 * checks that read `setup` have a limit of their own (`runChecks`).
 */
export function portsWithin(container: ContainerPorts, deadline: Deadline): DashboardPorts {
  const { senders, setup, baseUrl, retentionDays, users, lookupDomain, suppression, now } =
    container;
  const manage = manageWithin(container.manage, deadline);
  const { sendsEvents, ...addresses } = container.webhookSettings;
  const problemOf = (from: string) => senderProblem(from, senders);
  return {
    senders,
    setup,
    baseUrl,
    retentionDays,
    manage,
    scheduled: {
      ...manage,
      senderProblem: problemOf,
      wakeUps: container.wakeUps?.(deadline) ?? null,
      announcer: container.announcements?.(deadline),
    },
    webhooks: {
      ...manage,
      sendsEvents,
      post: { ...addresses, timeoutMs: Math.min(webhookMs, deadline.leftMs()) },
    },
    readUser: (sub) => readUser(tableWithin(users, deadline), sub),
    flow: {
      templates: manage.templates,
      senderProblem: problemOf,
      lookupDomain: domainsWithin(lookupDomain, deadline),
      store: messageStore(manage.messages),
      suppression,
      now,
    },
    send: sendWithin(container, deadline),
    countLines: (search) => {
      const inTime = AbortSignal.timeout(Math.max(0, Math.floor(deadline.leftMs() - stopMs)));
      return countLines(container.logs, search, inTime);
    },
    sesIdentity: (name) => deadline.within(() => setup.ses.identity(name)),
  };
}

function manageWithin(manage: ManagePorts, deadline: Deadline): ManagePorts {
  const { accounts, keys, templates, messages, usagePlans } = manage;
  return {
    ...manage,
    accounts: tableWithin(accounts, deadline),
    keys: tableWithin(keys, deadline),
    templates: tableWithin(templates, deadline),
    messages: tableWithin(messages, deadline),
    usagePlans: { ...usagePlans, client: clientWithin(usagePlans.client, deadline) },
  };
}

/** Makes the ports of a test mail. They divide the time of the request in the same way as execute does. */
function sendWithin(
  { manage, sendMail, senders, ...container }: ContainerPorts,
  deadline: Deadline,
): TestSendPorts {
  const { templates, messages } = manage;
  const { suppression, retentionDays, newMessageId, newOwner, epochMs } = container;
  const { begin, send, settle } = sendDeadlines(deadline);
  return {
    templates: tableWithin(templates, begin),
    store: messageStore(tableWithin(messages, begin), tableWithin(messages, settle)),
    sendMail: (mail) => sendMail(mail, send),
    deadline: settle,
    senders,
    suppression,
    retentionDays,
    newMessageId,
    newOwner,
    epochMs,
  };
}
