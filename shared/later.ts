/** The queues whose functions can be woken up later. */
export type LaterQueue = 'due' | 'webhooks';

/** Gives `body` to a queue, not before a time. `name` names the wake-up: giving the same name again changes nothing. */
export type Later = (
  queue: LaterQueue,
  body: Record<string, unknown>,
  notBeforeMs: number,
  name: string,
) => Promise<void>;
