import { randomUUID } from 'node:crypto';
import { cancelRequest } from '../../../functions/cancel/contract.ts';
import { cancelMessages } from '../../../functions/cancel/run.ts';
import { type ContainerPorts, portsWithin } from '../../../functions/due/ports.ts';
import { sendDue } from '../../../functions/due/run.ts';
import { sweep } from '../../../functions/due/sweep.ts';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { tableWithin } from '../../../shared/adapters/tables/dynamodb.ts';
import { revisionLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { requestDeadline } from '../../../shared/deadline.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { tableNames } from '../../harness/table-names.ts';
import { readClock } from '../function/clock.ts';
import { ownObjects, ownWakeUps, table, timeFromNow } from '../function/container.ts';
import { sesTimes, unscaled } from '../function/scale.ts';
import { ownAnnouncements } from '../webhooks/wiring.ts';
import { breakDuePorts, breakSweepLater } from './breaks.ts';
import type { Cancelled, Cancelling, Delivered, Delivery } from './messages.ts';

/** Wires `due` as its handler does, with a clock that each wake-up may set. */
export function wireDue(broken: string | null): (delivery: Delivery) => Promise<Delivered> {
  let clock = Date.now;
  const wakeUps = ownWakeUps();
  if (wakeUps === null) throw new Error('This thread has no queue');
  const container: ContainerPorts = {
    loadRevision: revisionLoader(table(tableNames.templates)),
    senderProblem: () => null,
    sendMail: sesSender({ configurationSet: 'soak', times: sesTimes }),
    messages: table(tableNames.messages),
    retentionDays: 30,
    wakeUps,
    objects: ownObjects(),
    announcements: ownAnnouncements(broken),
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
        const queues = ownWakeUps(drawn.aheadMs)?.(deadline);
        if (!queues) throw new Error('This thread has no queue');
        await sweep(asked.sweep, {
          ...breakSweepLater(queues, broken),
          accounts: tableWithin(table(tableNames.accounts), deadline),
          messages: tableWithin(table(tableNames.messages), deadline),
          deadline: { leftMs: () => unscaled(deadline.leftMs()) },
          epochMs: () => clock(),
        });
        return { woken: 'swept' };
      }
      const ports = portsWithin(container, deadline);
      return { woken: await sendDue(asked, breakDuePorts(ports, broken)) };
    } catch {
      return { woken: null };
    }
  };
}

/** Wires `cancel` as its handler does. */
export function wireCancel(broken: string | null): (cancelling: Cancelling) => Promise<Cancelled> {
  const wakeUpsWithin = ownWakeUps();
  const announcements = ownAnnouncements(broken);
  const handler = endpoint({
    name: 'cancel',
    scope: { name: 'execute' },
    request: cancelRequest,
    run: (request, caller, { deadline }) =>
      cancelMessages(request, caller, {
        messages: tableWithin(table(tableNames.messages), deadline),
        accounts: tableWithin(table(tableNames.accounts), deadline),
        forget: async (messageId) => wakeUpsWithin?.(deadline).forget('due', messageId),
        announcer: announcements?.(deadline),
        epochMs: Date.now,
      }),
  });
  return async ({ event }) => ({
    answer: await handler(event, timeFromNow() as Parameters<typeof handler>[1]),
  });
}
