import { webhookPorts } from '../../../functions/webhooks/ports.ts';
import { deliver } from '../../../functions/webhooks/run.ts';
import { wake } from '../../../functions/webhooks/wake.ts';
import { announcerOf } from '../../../shared/adapters/announcements.ts';
import { readLaterSettings } from '../../../shared/adapters/later.ts';
import { postWebhook } from '../../../shared/adapters/webhook-http.ts';
import { requestDeadline, runRequest } from '../../../shared/deadline.ts';
import type { Announcer } from '../../../shared/webhook/announce.ts';
import { tableNames } from '../../harness/table-names.ts';
import { readClock } from '../function/clock.ts';
import { ownWakeUps, table, timeFromNow } from '../function/container.ts';
import { breakAnnouncer, breakDelivery, breakPosted } from './breaks.ts';
import type { Handled, Handling } from './messages.ts';

/** The announcer of this thread; undefined: its world has no webhooks. */
export function ownAnnouncer(broken: string | null): Announcer | undefined {
  const wakeUps = ownWakeUps();
  if (!wakeUps || !readLaterSettings()?.queues.webhooks) return undefined;
  return breakAnnouncer(announcerOf(table(tableNames.messages), wakeUps), broken);
}

/** Wires `webhooks` as its handler does, with a clock that each event may set. */
export function wireWebhooks(broken: string | null): (handling: Handling) => Promise<Handled> {
  let clock = Date.now;
  const wakeUps = ownWakeUps();
  if (wakeUps === null) throw new Error('This thread has no queue');
  const ports = webhookPorts({
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
    const work = async (): Promise<Handled> => {
      if (!('wakeAt' in asked)) return deliver(breakDelivery(asked, broken), ports);
      await wake(asked, { ...ports, told: (_, work) => work() });
      return { outcome: 'woken' };
    };
    try {
      return await runRequest(requestDeadline(timeFromNow()), work);
    } catch {
      return { outcome: null };
    }
  };
}
