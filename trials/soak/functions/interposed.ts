/** Runs inside a thread of the soak. It wraps the use cases that the handlers import: see `environment.ts`. */
import { workerData } from 'node:worker_threads';
import type { ExecutePorts } from '../../../functions/execute/run.ts';
import type { deliver } from '../../../functions/webhooks/run.ts';
import type { readAnnouncer } from '../../../shared/adapters/announcements.ts';
import type { openConnection } from '../../../shared/adapters/open-connection.ts';
import type { postWebhook } from '../../../shared/adapters/webhook-http.ts';
import { type Break, breaks } from '../breaks.ts';

const broken: Break | undefined = breaks[workerData?.broken as keyof typeof breaks];

/** Wraps a use case, whose last argument is its ports: what `change` returns replaces some of them. */
const withPorts =
  (change?: (ports: never) => object) =>
  (whole: (...given: unknown[]) => unknown) =>
  (...given: unknown[]) => {
    const ports = given.pop() as object;
    return whole(...given, { ...ports, ...change?.(ports as never) });
  };

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
  execute: withPorts((ports: ExecutePorts) => {
    const seen = watched(ports);
    return { ...seen, ...broken?.execute?.(seen) };
  }),
  batch: withPorts(broken?.batch),
  sendDue: withPorts(broken?.due),
  sweep: withPorts(broken?.sweep),
  applySesEvent: withPorts(broken?.events),
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
      return announcer && { ...announcer, ...broken?.announcer?.(announcer) };
    },
};
