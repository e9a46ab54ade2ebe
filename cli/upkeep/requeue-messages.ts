import { listAccounts, readMessageParts } from '../../shared/adapters/tables/accounts-table.ts';
import { listPending, type PendingMessage } from '../../shared/adapters/tables/pending-table.ts';
import { type MayBeSent, readMayBeSent } from '../../shared/adapters/tables/restored.ts';
import type { ScheduledPorts } from '../../shared/manage/messages/scheduled-messages.ts';
import { wakeUpsOf } from '../../shared/manage/messages/scheduled-messages.ts';
import { inParallel } from '../../shared/manage/parallel.ts';

/** A queue on this machine loses delayed wake-ups when its process ends, so those due soon are asked for too. */
const aheadMs = 15 * 60_000;

/**
 * Asks again for the wake-ups that are overdue or due within 15 minutes, with `all` for every one, except for overdue
 * ones that `mayBeSent`. Returns the ids, soonest first. @throws {ManageError} if scheduled sends are off
 */
export async function requeueMessages(
  ports: Pick<ScheduledPorts, 'messages' | 'accounts' | 'now' | 'wakeUps'>,
  accountId: string,
  { all = false, mayBeSent }: { all?: boolean | undefined; mayBeSent?: MayBeSent } = {},
): Promise<string[]> {
  const wakeUps = wakeUpsOf(ports);
  const nowMs = ports.now().getTime();
  const until = all ? undefined : new Date(nowMs + aheadMs).toISOString();
  const pending = await pendingOf(ports, accountId, { until });
  const due = pending.filter(
    ({ messageId, sendAt = '' }) => Date.parse(sendAt) > nowMs || !mayBeSent?.(messageId),
  );
  await inParallel(due, async ({ messageId, sendAt = '' }) => {
    const name = `${messageId}-${nowMs}`;
    await wakeUps.later('due', { accountId, messageId }, Date.parse(sendAt), name);
  });
  return due.map(({ messageId }) => messageId);
}

/** Asks again for all wake-ups of every account, except for messages that may have been sent. Returns how many. */
export async function requeueEverything(ports: ScheduledPorts): Promise<number> {
  if (ports.wakeUps === null) return 0;
  const mayBeSent = await readMayBeSent(ports.messages);
  const requeued = await inParallel(await listAccounts(ports.accounts), ({ accountId }) =>
    requeueMessages(ports, accountId, { all: true, mayBeSent }),
  );
  return requeued.flat().length;
}

/** How many messages of all accounts are scheduled. */
export async function countScheduled(
  ports: Pick<ScheduledPorts, 'messages' | 'accounts'>,
): Promise<number> {
  const pending = await inParallel(await listAccounts(ports.accounts), ({ accountId }) =>
    pendingOf(ports, accountId, {}),
  );
  return pending.flat().length;
}

/** The scheduled messages of an account's live keys, and then those of its test keys, each soonest first. */
export async function pendingOf(
  { accounts, messages }: Pick<ScheduledPorts, 'messages' | 'accounts'>,
  accountId: string,
  query: { reference?: string | undefined; until?: string | undefined },
): Promise<PendingMessage[]> {
  const parts = await readMessageParts(accounts, accountId);
  const [live, test] = await Promise.all([
    listPending(messages, accountId, { ...query, parts }),
    listPending(messages, accountId, { ...query, test: true }),
  ]);
  return [...live, ...test];
}
