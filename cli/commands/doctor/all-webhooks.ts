import { listAccounts } from '../../../shared/manage/accounts.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { listWebhooks, type Webhook } from '../../../shared/manage/webhooks/webhooks.ts';

/** The webhooks of all accounts. */
export async function readAllWebhooks(
  ports: Pick<ManagePorts, 'accounts' | 'messages'>,
): Promise<Webhook[]> {
  const accounts = await listAccounts(ports);
  const webhooks = await inParallel(accounts, ({ accountId }) => listWebhooks(ports, accountId));
  return webhooks.flat();
}
