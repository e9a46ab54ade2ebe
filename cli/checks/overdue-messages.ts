import { listAccounts } from '../../shared/manage/accounts.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { pendingOf } from '../upkeep/requeue-messages.ts';

/** The overdue messages of one account. */
export interface Overdue {
  accountId: string;
  count: number;
  /** ISO 8601, when the first of them was to be sent. */
  since: string;
}

/** A schedule may wake the function up a minute late, and SES's rate may hold many mails up for some minutes. */
export const overdueMinutes = 15;

/** The accounts with scheduled messages that should have been sent more than 15 minutes ago. */
export async function readOverdue(
  ports: Pick<ManagePorts, 'accounts' | 'messages' | 'now'>,
): Promise<Overdue[]> {
  const until = new Date(ports.now().getTime() - overdueMinutes * 60_000).toISOString();
  const found = await inParallel(await listAccounts(ports), async ({ accountId }) => {
    const overdue = await pendingOf(ports, accountId, { until });
    const [since] = overdue.flatMap(({ sendAt }) => sendAt ?? []).sort();
    return since === undefined ? [] : [{ accountId, count: overdue.length, since }];
  });
  return found.flat();
}
