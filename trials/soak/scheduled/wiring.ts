import { randomUUID } from 'node:crypto';
import { cancelRequest } from '../../../functions/cancel/contract.ts';
import { cancelMessages } from '../../../functions/cancel/run.ts';
import { sendDue } from '../../../functions/due/run.ts';
import { sweep } from '../../../functions/due/sweep.ts';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { readPending, removePending } from '../../../shared/adapters/tables/pending-table.ts';
import { revisionLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { requestDeadline, runRequest, runSend } from '../../../shared/deadline.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { tableNames } from '../../harness/table-names.ts';
import { readClock } from '../function/clock.ts';
import { ownObjects, ownWakeUps, table, timeFromNow } from '../function/container.ts';
import { sesTimes, unscaled } from '../function/scale.ts';
import { ownAnnouncer } from '../webhooks/wiring.ts';
import { breakDuePorts, breakSweepLater } from './breaks.ts';
import type { Cancelled, Cancelling, Delivered, Delivery } from './messages.ts';

/** Wires `due` as its handler does, with a clock that each wake-up may set. */
export function wireDue(broken: string | null): (delivery: Delivery) => Promise<Delivered> {
  let clock = Date.now;
  const wakeUps = ownWakeUps();
  if (wakeUps === null) throw new Error('This thread has no queue');
  const messages = table(tableNames.messages);
  const beginning = table(tableNames.messages, 'begin');
  const accounts = table(tableNames.accounts);
  const objects = ownObjects();
  const container = {
    loadRevision: revisionLoader(table(tableNames.templates, 'begin')),
    senderProblem: () => null,
    sendMail: sesSender({ configurationSet: 'soak', times: sesTimes }),
    readPending: readPending.bind(null, beginning),
    removePending: removePending.bind(null, messages),
    store: messageStore(beginning, messages),
    retentionDays: 30,
    later: wakeUps.later,
    announcer: ownAnnouncer(broken),
    suppression: true,
    newOwner: randomUUID,
    epochMs: () => clock(),
    now: () => performance.now(),
  };
  return async ({ asked, clock: drawn }) => {
    clock = readClock(drawn);
    const deadline = requestDeadline(timeFromNow());
    try {
      if ('sweep' in asked) {
        // Its wake-ups are due at once by its own clock: they go to the queue, and need no schedules.
        const queues = ownWakeUps(drawn.aheadMs);
        if (!queues) throw new Error('This thread has no queue');
        const ports = {
          ...{ ...breakSweepLater(queues, broken), accounts, messages },
          deadline: { leftMs: () => unscaled(deadline.leftMs()) },
          epochMs: () => clock(),
        };
        await runRequest(deadline, () => sweep(asked.sweep, ports));
        return { woken: 'swept' };
      }
      const ports = breakDuePorts({ ...container, objects: objects(), deadline }, broken);
      const send = () => runSend(() => sendDue(asked, ports));
      return { woken: await runRequest(deadline, send) };
    } catch {
      return { woken: null };
    }
  };
}

/** Wires `cancel` as its handler does. */
export function wireCancel(broken: string | null): (cancelling: Cancelling) => Promise<Cancelled> {
  const wakeUps = ownWakeUps();
  const ports = {
    messages: table(tableNames.messages),
    accounts: table(tableNames.accounts),
    forget: async (messageId: string) => wakeUps?.forget('due', messageId),
    announcer: ownAnnouncer(broken),
    epochMs: Date.now,
  };
  const handler = endpoint({
    name: 'cancel',
    scope: { name: 'execute' },
    request: cancelRequest,
    run: (request, caller) => cancelMessages(request, caller, ports),
  });
  return async ({ event }) => ({
    answer: await handler(event, timeFromNow() as Parameters<typeof handler>[1]),
  });
}
