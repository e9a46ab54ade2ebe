/** Runs inside a thread of the soak. It wraps the use cases that the handlers import: see `environment.ts`. */
import { workerData } from 'node:worker_threads';
import type { batch } from '../../../functions/batch/run.ts';
import type { sendDue } from '../../../functions/due/run.ts';
import type { sweep } from '../../../functions/due/sweep.ts';
import type { applySesEvent } from '../../../functions/events/run.ts';
import type { ExecutePorts, execute } from '../../../functions/execute/run.ts';
import type { deliver } from '../../../functions/webhooks/run.ts';
import type { readAnnouncer } from '../../../shared/adapters/announcements.ts';
import type { openConnection } from '../../../shared/adapters/open-connection.ts';
import type { postWebhook } from '../../../shared/adapters/webhook-http.ts';
import { type Break, breaks } from '../breaks.ts';

const broken: Break | undefined = breaks[workerData?.broken as keyof typeof breaks];

/** The ports, in which the break's ports replace the original ones. */
function changed<Ports>(ports: Ports, change?: (ports: Ports) => Partial<Ports>): Ports {
  return change ? { ...ports, ...change(ports) } : ports;
}

/** Whether the last call of the request that had to record the end of its send failed. */
export const settling = { failed: false };

function watched(ports: ExecutePorts): ExecutePorts {
  const after = async <T>(call: Promise<T>): Promise<T> => {
    settling.failed = true;
    const result = await call;
    settling.failed = false;
    return result;
  };
  const { settleMessage, readMessage } = ports.store;
  const store = {
    ...ports.store,
    settleMessage: (...settled: Parameters<typeof settleMessage>) =>
      after(settleMessage(...settled)),
    readMessage: (...place: Parameters<typeof readMessage>) => after(readMessage(...place)),
  };
  return { ...ports, store };
}

/** The wrappers by the names of the exports that they wrap. */
export const around = {
  execute:
    (whole: typeof execute): typeof execute =>
    (request, caller, received, ports) =>
      whole(request, caller, received, changed(watched(ports), broken?.execute)),
  batch:
    (whole: typeof batch): typeof batch =>
    (request, caller, received, ports) =>
      whole(request, caller, received, changed(ports, broken?.batch)),
  sendDue:
    (whole: typeof sendDue): typeof sendDue =>
    (wakeUp, ports) =>
      whole(wakeUp, changed(ports, broken?.due)),
  sweep:
    (whole: typeof sweep): typeof sweep =>
    (from, ports) =>
      whole(from, changed(ports, broken?.sweep)),
  applySesEvent:
    (whole: typeof applySesEvent): typeof applySesEvent =>
    (payload, ports) =>
      whole(payload, changed(ports, broken?.events)),
  deliver:
    (whole: typeof deliver): typeof deliver =>
    (delivery, ports) =>
      whole(broken?.delivery?.(delivery) ?? delivery, ports),
  postWebhook:
    (whole: typeof postWebhook): typeof postWebhook =>
    async (...posting) => {
      const posted = await whole(...posting);
      return broken?.posted?.(posted) ?? posted;
    },
  /** A thread makes no call before its first task, because a call meets the faults of its task. */
  openConnection:
    (_: typeof openConnection): typeof openConnection =>
    () =>
      undefined,
  readAnnouncer:
    (whole: typeof readAnnouncer): typeof readAnnouncer =>
    (messages) => {
      const announcer = whole(messages);
      return announcer && changed(announcer, broken?.announcer);
    },
};
