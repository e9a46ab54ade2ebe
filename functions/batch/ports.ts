import { domainsWithin } from '../../shared/adapters/dns/dns.ts';
import type { WakeUps } from '../../shared/adapters/later.ts';
import type { Objects } from '../../shared/adapters/s3/objects.ts';
import { type Table, tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../shared/adapters/tables/messages-table-writes.ts';
import { keepPending } from '../../shared/adapters/tables/pending-table.ts';
import {
  loadingWithin,
  type TemplateLoader,
} from '../../shared/adapters/tables/template-loader.ts';
import type { Deadline } from '../../shared/deadline.ts';
import { sendDeadlines } from '../../shared/execute/send-deadlines.ts';
import type { BatchPorts } from './run.ts';

/** The adapters that a container (a Lambda execution environment) creates once and uses for all its requests. */
export interface ContainerPorts
  extends Omit<
    BatchPorts,
    'loadTemplate' | 'store' | 'keepPending' | 'deadline' | 'later' | 'objects'
  > {
  loadTemplate: TemplateLoader;
  messages: Table;
  /** Null: this deployment schedules no messages. */
  wakeUps: ((deadline: Deadline) => WakeUps) | null;
  /** Undefined: this deployment has no buckets for files. */
  objects?: ((deadline: Deadline) => Objects) | undefined;
}

/**
 * The ports for one request. Messages are judged until `begin`. What was judged by then has the time after it, in which
 * execute would call SES, to be written.
 */
export function portsWithin(
  { loadTemplate, lookupDomain, messages, wakeUps, objects, ...ports }: ContainerPorts,
  deadline: Deadline,
): BatchPorts {
  const { begin, send: write, settle } = sendDeadlines(deadline);
  return {
    ...ports,
    loadTemplate: loadingWithin(loadTemplate, begin),
    lookupDomain: domainsWithin(lookupDomain, begin),
    store: messageStore(tableWithin(messages, write), tableWithin(messages, settle)),
    keepPending: (...kept) => keepPending(tableWithin(messages, write), ...kept),
    later: wakeUps?.(write).later ?? null,
    objects: objects?.(begin),
    deadline: begin,
  };
}
