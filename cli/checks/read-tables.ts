import { readRevision } from '../../shared/adapters/tables/templates-table.ts';
import { listAccounts } from '../../shared/manage/accounts.ts';
import { inParallel } from '../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import { listTemplates } from '../../shared/manage/templates/templates.ts';
import { listWebhooks, type Webhook } from '../../shared/manage/webhooks/webhooks.ts';
import { senderOf } from '../folders/flow-sender.ts';
import { pendingOf } from '../upkeep/requeue-messages.ts';

/** The sender of every flow that sends mail. */
export type FlowSenders = Awaited<ReturnType<typeof readFlowSenders>>;

/** Reads the senders of the flows of all accounts. */
export async function readFlowSenders(ports: Pick<ManagePorts, 'accounts' | 'templates'>) {
  const accounts = await listAccounts(ports);
  const heads = await inParallel(accounts, async ({ accountId }) => {
    const all = await listTemplates(ports, accountId);
    const sending = all.filter(({ flowStatus }) => flowStatus === 'provider');
    return sending.map((head) => ({ accountId, ...head }));
  });
  const flows = await inParallel(heads.flat(), async (head) => {
    const { accountId, templateId, revision } = head;
    const content = await readRevision(ports.templates, accountId, templateId, revision);
    const from = senderOf(content?.flow);
    return from === null ? [] : [{ accountId, templateId, from }];
  });
  return flows.flat();
}

/** How many messages of one account are overdue, and when the first of them was to be sent (ISO 8601). */
export type Overdue = Awaited<ReturnType<typeof readOverdue>>[number];

/** A schedule may wake the function up a minute late, and SES's rate may hold many mails up for some minutes. */
export const overdueMinutes = 15;

/** The accounts with scheduled messages that should have been sent more than 15 minutes ago. */
export async function readOverdue(ports: Pick<ManagePorts, 'accounts' | 'messages' | 'now'>) {
  const until = new Date(ports.now().getTime() - overdueMinutes * 60_000).toISOString();
  const found = await inParallel(await listAccounts(ports), async ({ accountId }) => {
    const overdue = await pendingOf(ports, accountId, { until });
    const [since] = overdue.flatMap(({ sendAt }) => sendAt ?? []).sort();
    return since === undefined ? [] : [{ accountId, count: overdue.length, since }];
  });
  return found.flat();
}

/** The webhooks of all accounts. */
export async function readAllWebhooks(
  ports: Pick<ManagePorts, 'accounts' | 'messages'>,
): Promise<Webhook[]> {
  const accounts = await listAccounts(ports);
  const webhooks = await inParallel(accounts, ({ accountId }) => listWebhooks(ports, accountId));
  return webhooks.flat();
}
