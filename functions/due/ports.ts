import type { QueueWakeUps } from '../../shared/adapters/later.ts';
import type { Objects } from '../../shared/adapters/s3/objects.ts';
import type { SendMail } from '../../shared/adapters/ses/ses.ts';
import { type Table, tableWithin } from '../../shared/adapters/tables/dynamodb.ts';
import { messageStore } from '../../shared/adapters/tables/messages-table-writes.ts';
import { readPending, removePending } from '../../shared/adapters/tables/pending-table.ts';
import type { RevisionLoader } from '../../shared/adapters/tables/template-loader.ts';
import type { Deadline } from '../../shared/deadline.ts';
import { sendDeadlines } from '../../shared/execute/send-deadlines.ts';
import type { Announcer } from '../../shared/webhook/announce.ts';
import type { DuePorts } from './run.ts';

/** The adapters that a container (a Lambda execution environment) creates once and uses for all its wake-ups. */
export interface ContainerPorts
  extends Omit<
    DuePorts,
    | 'store'
    | 'sendMail'
    | 'deadline'
    | 'loadRevision'
    | 'readPending'
    | 'removePending'
    | 'later'
    | 'announcer'
    | 'objects'
  > {
  loadRevision: RevisionLoader;
  messages: Table;
  sendMail: SendMail;
  wakeUps: (deadline: Deadline) => QueueWakeUps;
  /** Undefined: this deployment has no buckets for files. */
  objects?: ((deadline: Deadline) => Objects) | undefined;
  /** Undefined: this deployment has no webhooks. */
  announcements?: ((deadline: Deadline) => Announcer) | undefined;
}

/** The ports for one wake-up. Every call times out before the function does. */
export function portsWithin(
  { loadRevision, messages, sendMail, wakeUps, objects, announcements, ...ports }: ContainerPorts,
  deadline: Deadline,
): DuePorts {
  const { begin, send, settle } = sendDeadlines(deadline);
  return {
    ...ports,
    loadRevision: (accountId, templateId, revision) =>
      loadRevision(accountId, templateId, revision, begin),
    readPending: (message) => readPending(tableWithin(messages, begin), message),
    removePending: (message) => removePending(tableWithin(messages, settle), message),
    store: messageStore(tableWithin(messages, begin), tableWithin(messages, settle)),
    sendMail: (mail) => sendMail(mail, send),
    later: wakeUps(settle).later,
    objects: objects?.(begin),
    announcer: announcements?.(settle),
    deadline: settle,
  };
}
