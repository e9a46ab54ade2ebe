import { type DuePorts, sendDue } from '../../../functions/due/run.ts';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { readPending, removePending } from '../../../shared/adapters/tables/pending-table.ts';
import { sending, tables } from '../execute/for-file.ts';
import { type Sending, template } from '../execute/sending.ts';

export const hour = 60 * 60_000;

/** An hour after the clock of `startSending`. */
export const sendAt = '2026-11-21T11:00:00Z';

/** The ports of the function for an account. */
export function duePortsOf({ ports }: Sending, messages: Table): DuePorts {
  const { later } = ports;
  if (later === null) throw new Error('Scheduled sends are switched off');
  return {
    ...ports,
    later,
    loadRevision: async () => template,
    readPending: (message) => readPending(messages, message),
    removePending: (message) => removePending(messages, message),
  };
}

/** Hands each wake-up of an account to the function when it is due, `apartMs` apart, until none is left. */
export async function workOff(
  { wakeUps, pass, nowMs }: Sending,
  ports: DuePorts,
  apartMs = 100,
): Promise<void> {
  for (;;) {
    wakeUps.sort((one, other) => one.notBeforeMs - other.notBeforeMs);
    const next = wakeUps.shift();
    if (next === undefined) return;
    pass(Math.max(apartMs, next.notBeforeMs - nowMs()));
    const { accountId, messageId } = next.body as { accountId: string; messageId: string };
    // At the third receipt, a wake-up without a record is dropped.
    await sendDue({ accountId, messageId, received: 3 }, ports);
  }
}

/** Schedules a message of the file's account; returns its id. */
export async function schedule(
  change: Partial<ExecuteRequest> = {},
  key?: string,
  ports = sending.ports,
): Promise<string> {
  await sending.execute({ _sendAt: sendAt, ...change }, key, ports);
  const id = sending.wakeUps.at(-1)?.name;
  if (id === undefined) throw new Error('Nothing was scheduled');
  return id;
}

export const wake = (messageId: string, ports: Partial<DuePorts> = {}, received = 1) =>
  sendDue({ ...place(messageId), received }, { ...duePortsOf(sending, tables.messages), ...ports });

export const place = (messageId: string) => ({ accountId: sending.accountId, messageId });
/** The message as an attempt first records it: with the revision that accepted it. */
export const begun = (messageId: string) => ({ ...place(messageId), revision: 3 });
export const pendingOf = (messageId: string) => readPending(tables.messages, place(messageId));
