import { containerPorts } from '../../../functions/webhooks/ports.ts';
import { deliver } from '../../../functions/webhooks/run.ts';
import { wake } from '../../../functions/webhooks/wake.ts';
import { announcements } from '../../../shared/adapters/announcements.ts';
import { readLaterSettings } from '../../../shared/adapters/later-settings.ts';
import { postWebhook } from '../../../shared/adapters/webhook-http.ts';
import { type Deadline, requestDeadline } from '../../../shared/deadline.ts';
import type { Announcer } from '../../../shared/webhook/announce.ts';
import { tableNames } from '../../harness/table-names.ts';
import { readClock } from '../function/clock.ts';
import { ownWakeUps, table, timeFromNow } from '../function/container.ts';
import { breakAnnouncer, breakDelivery, breakPosted } from './breaks.ts';
import type { Handled, Handling } from './messages.ts';

/** The announcers of this thread; undefined: its world has no webhooks. */
export function ownAnnouncements(
  broken: string | null,
): ((deadline: Deadline) => Announcer) | undefined {
  const wakeUps = ownWakeUps();
  if (!wakeUps || !readLaterSettings()?.queues.webhooks) return undefined;
  const announce = announcements(table(tableNames.messages), wakeUps);
  return (deadline) => breakAnnouncer(announce(deadline), broken);
}

/** Wires `webhooks` as its handler does, with a clock that each event may set. */
export function wireWebhooks(broken: string | null): (handling: Handling) => Promise<Handled> {
  let clock = Date.now;
  const wakeUps = ownWakeUps();
  if (wakeUps === null) throw new Error('This thread has no queue');
  const portsWithin = containerPorts({
    messages: table(tableNames.messages),
    wakeUps,
    post: async (posting, timeoutMs, signal) =>
      breakPosted(await postWebhook(posting, { loopback: true, timeoutMs, signal }), broken),
    slots: 2,
    epochMs: () => clock(),
    random: Math.random,
  });
  return async ({ asked, clock: drawn }) => {
    clock = readClock(drawn);
    const ports = portsWithin(requestDeadline(timeFromNow()));
    try {
      if (!('wakeAt' in asked)) return await deliver(breakDelivery(asked, broken), ports);
      await wake(asked, { ...ports, told: (_, work) => work() });
      return { outcome: 'woken' };
    } catch {
      return { outcome: null };
    }
  };
}
