import { domainsWithin } from '../../shared/adapters/dns/dns.ts';
import type { WakeUps } from '../../shared/adapters/later.ts';
import type { Objects } from '../../shared/adapters/s3/objects.ts';
import type { SendMail } from '../../shared/adapters/ses/ses.ts';
import { type Table, tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../shared/adapters/tables/messages-table-writes.ts';
import { keepPending } from '../../shared/adapters/tables/pending-table.ts';
import {
  loadingWithin,
  type TemplateLoader,
} from '../../shared/adapters/tables/template-loader.ts';
import type { Deadline } from '../../shared/deadline.ts';
import { sendDeadlines } from '../../shared/execute/send-deadlines.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';
import type { ExecutePorts } from './run.ts';

/** The adapters that a container (a Lambda execution environment) creates once and uses for all its requests. */
export interface ContainerPorts
  extends Omit<
    ExecutePorts,
    | 'loadTemplate'
    | 'store'
    | 'keepPending'
    | 'sendMail'
    | 'deadline'
    | 'later'
    | 'announcer'
    | 'objects'
  > {
  loadTemplate: TemplateLoader;
  messages: Table;
  sendMail: SendMail;
  /** Null: this deployment schedules no messages. */
  wakeUps: ((deadline: Deadline) => WakeUps) | null;
  /** Undefined: this deployment has no buckets for files. */
  objects?: ((deadline: Deadline) => Objects) | undefined;
  /** Undefined: this deployment has no webhooks. */
  announcements?: ((deadline: Deadline) => Announcer) | undefined;
}

/**
 * The ports for one request. Every call times out early enough to leave time for the next call and for the answer.
 */
export function portsWithin(
  {
    loadTemplate,
    lookupDomain,
    messages,
    sendMail,
    wakeUps,
    objects,
    announcements,
    ...ports
  }: ContainerPorts,
  deadline: Deadline,
): ExecutePorts {
  const { begin, send, settle } = sendDeadlines(deadline);
  return {
    ...ports,
    loadTemplate: loadingWithin(loadTemplate, begin),
    lookupDomain: domainsWithin(lookupDomain, begin),
    store: messageStore(tableWithin(messages, begin), tableWithin(messages, settle)),
    keepPending: (...kept) => keepPending(tableWithin(messages, begin), ...kept),
    later: wakeUps?.(begin).later ?? null,
    objects: objects?.(begin),
    sendMail: (mail) => sendMail(mail, send),
    announcer: announcements?.(settle),
    deadline: settle,
  };
}
