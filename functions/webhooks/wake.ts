import { inParallel } from '../../shared/manage/parallel.ts';
import type { WebhookEndpoint } from '../../shared/webhook/endpoint.ts';
import type { Delivery, WakeUp } from './delivery.ts';
import { armAt, armIfNeeded, maxListed, slowPauseMs } from './parked.ts';
import {
  type Delivered,
  drop,
  eventPosting,
  failureOf,
  isoNow,
  settle,
  type WebhookPorts,
} from './run.ts';
import { longestWaitMs } from './tries.ts';
import { turnOf } from './turn.ts';

export interface WakePorts extends WebhookPorts {
  /** Runs `work` in a slot of the account; null if no slot is free. */
  inSlot: <T>(accountId: string, work: () => Promise<T>) => Promise<T | null>;
  /** Whether this function still has the time for a request that takes as long as it may. */
  mayTry: () => boolean;
  /** Runs the end of a parked event, and writes its log line. */
  told: (delivery: Delivery, work: () => Promise<Delivered>) => Promise<Delivered>;
}

/** How many parked events are tried at once: all of them in one execution of the function. */
const atOnce = 10;

/** A try that takes longer is slow, in milliseconds. */
export const slowMs = 2000;

/** Tries a page of parked events, oldest first; to a failing endpoint, one event. Throws like `deliver`. */
export async function wake(asked: WakeUp, ports: WakePorts): Promise<void> {
  const { wakeAt } = asked;
  const endpoint = await ports.readAgain(asked);
  const noted = endpoint?.wakeAt ?? '';
  if (wakeAt < noted) return;
  // The wake-up came before the function that requested it had written `wakeAt`.
  if (endpoint !== null && wakeAt > noted) {
    await ports.updateLane(endpoint, { wakeAt });
    return wake(asked, ports);
  }
  const parked = await ports.listParked(asked);
  if (parked.length === 0) {
    if (endpoint !== null) await end(endpoint, ports);
    return;
  }
  if (endpoint?.state !== 'ACTIVE') {
    await finishAll(parked, ports, (each) => drop(each, endpoint, ports));
    return armAt(asked, ports.epochMs(), ports);
  }
  const page = await ports.inSlot(asked.accountId, () => tryPage(endpoint, parked, ports));
  const nowMs = ports.epochMs();
  // The account's other slow requests take at most 15 s.
  if (page === null) return armAt(asked, nowMs + slowPauseMs * (1 + ports.random()), ports);
  const { retryAt, slow } = (await ports.readAgain(asked)) ?? endpoint;
  const soonestMs = nowMs + (page.isSlow && page.isWhole ? slowPauseMs : 0);
  const nextMs = Math.max(soonestMs, Date.parse(retryAt ?? '') || 0);
  await armAt(asked, nextMs, ports, { slow: slow && page.isSlow });
}

/** Ends the wake-ups of an endpoint without parked events, unless an event is parked at this moment. */
async function end(endpoint: WebhookEndpoint, ports: WakePorts): Promise<void> {
  const none = { wakeAt: null, slow: false };
  if (!(await ports.updateLane(endpoint, none))) return;
  if ((await ports.listParked(endpoint)).length > 0) {
    await armIfNeeded({ ...endpoint, ...none }, ports);
  }
}

/** `isSlow`: a try took longer than `slowMs`. `isWhole`: every event was tried, and no further page is known. */
async function tryPage(
  known: WebhookEndpoint,
  parked: readonly Delivery[],
  ports: WakePorts,
): Promise<{ isSlow: boolean; isWhole: boolean }> {
  const oldestMs = ports.epochMs() - longestWaitMs;
  const isOver = ({ waitingSince = '' }: Delivery) => Date.parse(waitingSince) <= oldestMs;
  await finishAll(parked.filter(isOver), ports, (each) => giveUp(each, known, ports));
  const left = parked.filter((each) => !isOver(each));
  const turn = left.length > 0 ? await turnOf(known, ports, { parked: true }) : null;
  if (turn?.turn !== 'try') return { isSlow: false, isWhole: false };
  let { endpoint } = turn;
  let tries = 0;
  let isSlow = false;
  let isStopped = false;
  const tryOne = async (delivery: Delivery) => {
    isStopped ||= tries > 0 && !ports.mayTry();
    if (isStopped) return;
    tries += 1;
    const beganMs = ports.epochMs();
    const [delivered] = await finishAll([delivery], ports, async () => {
      const posted = await ports.post(eventPosting(delivery, endpoint, beganMs));
      return settle(delivery, endpoint, posted, ports);
    });
    isSlow ||= ports.epochMs() - beganMs > slowMs;
    isStopped ||= delivered?.outcome !== 'delivered';
    if (!isStopped) endpoint = { ...endpoint, failingSince: null, retryAt: null };
  };
  // If the endpoint fails, only one event is tried first.
  const first = endpoint.failingSince === null ? [] : left.splice(0, 1);
  for (const each of first) await tryOne(each);
  await inParallel(left, tryOne, atOnce);
  return { isSlow, isWhole: !isStopped && parked.length < maxListed };
}

/** Records the ends of parked events, then removes each: an event whose end is not recorded stays parked. */
function finishAll(
  parked: readonly Delivery[],
  { told, unpark }: WakePorts,
  work: (delivery: Delivery) => Promise<Delivered>,
): Promise<Delivered[]> {
  return inParallel(parked, async (each) => {
    const delivered = await told(each, () => work(each));
    await unpark(each);
    return delivered;
  });
}

async function giveUp(
  delivery: Delivery,
  { lastStatus, lastError }: WebhookEndpoint,
  ports: WakePorts,
): Promise<Delivered> {
  await ports.recordFailure(delivery.accountId, {
    ...failureOf(delivery),
    ...{ type: delivery.event.type, attempts: delivery.attempt },
    ...{ lastAt: isoNow(ports), lastStatus, lastError, nextAt: null },
  });
  return { outcome: 'gaveUp' };
}
