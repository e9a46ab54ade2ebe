import { queueWakeUps } from '../../cli/aws/queue-wake-ups.ts';
import { requeueMessages } from '../../cli/upkeep/requeue-messages.ts';
import { atTerminal } from '../../shared/adapters/call-times.ts';
import { listEndpoints } from '../../shared/adapters/tables/webhook-endpoints-table.ts';
import { listAccounts } from '../../shared/manage/accounts.ts';
import { managePorts } from '../demo/manage-ports.ts';
import type { Deployment } from '../deployment-file.ts';
import { credentials, region } from '../template/names.ts';

/**
 * Wakes overdue messages, those due within 15 minutes (with `all` every one), and parked events: their wake-ups ended
 * with an earlier run.
 */
export async function sweep(
  run: Pick<Deployment, 'dynamodbEndpoint' | 'apiGatewayEndpoint' | 'outputs'>,
  fastForwardMs: number,
  { all = false }: { all?: boolean } = {},
): Promise<void> {
  const { DueQueue: queue, WebhooksQueue: events } = run.outputs;
  if (queue === undefined || events === undefined) return;
  const { ports, close } = managePorts(run);
  const epochMs = () => Date.now() + fastForwardMs;
  const now = () => new Date(epochMs());
  const wakeUps = queueWakeUps(queue, atTerminal, { region, credentials }, epochMs);
  const { later } = queueWakeUps(events, atTerminal, { region, credentials });
  try {
    for (const { accountId } of await listAccounts(ports)) {
      await requeueMessages({ ...ports, now, wakeUps }, accountId, { all });
      for (const { endpointId, wakeAt } of await listEndpoints(ports.messages, accountId)) {
        if (wakeAt !== null) await later('webhooks', { accountId, endpointId, wakeAt }, 0, '');
      }
    }
  } finally {
    close();
  }
}
