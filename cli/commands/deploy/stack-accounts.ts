import { deleteGatewayKey } from '../../../shared/adapters/api-gateway-keys.ts';
import { atDeployment } from '../../../shared/adapters/call-times.ts';
import { listAccounts } from '../../../shared/adapters/tables/accounts-table.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { nullIf } from '../../aws/client.ts';
import { connect } from '../../connection/connect.ts';
import { deploymentIn } from '../../connection/deployment.ts';
import { countScheduled } from '../../upkeep/requeue-messages.ts';
import type { Removal } from './removal.ts';

/**
 * Deletes the accounts' keys at API Gateway: they do not belong to the stack, and are useless without the
 * accounts. A stack whose creation failed early has no outputs and no keys, so this does nothing.
 */
export async function deleteGatewayKeys({ dialog, stack, stacks, place }: Removal): Promise<void> {
  dialog.step("Deleting the accounts' keys at API Gateway");
  const ports = await portsOf({ stack, stacks, place });
  if (ports === null) return;
  const { accounts, usagePlans } = ports;
  // An earlier run may have deleted the Accounts table.
  const records = (await nullIf('ResourceNotFoundException', listAccounts(accounts))) ?? [];
  for (const { gatewayKeyId } of records) await deleteGatewayKey(usagePlans, gatewayKeyId);
}

/** How many messages of all accounts are scheduled; null where this person may not read the tables, or one is gone. */
export async function scheduledIn({ dialog, ...work }: Removal): Promise<number | null> {
  dialog.step('Counting the scheduled messages');
  const ports = await portsOf(work);
  return ports && countScheduled(ports).catch(() => null);
}

/** The tables and clients of the stack; null where its creation failed before it had outputs. */
async function portsOf({ stack, stacks, place }: Pick<Removal, 'stack' | 'stacks' | 'place'>) {
  const found = await stacks.find(stack);
  const deployment = nullIfUnfinished(() => deploymentIn(found, stack, place.region));
  return deployment && connect(deployment, atDeployment);
}

function nullIfUnfinished<T>(deployment: () => T): T | null {
  try {
    return deployment();
  } catch (error) {
    if (error instanceof ManageError) return null;
    throw error;
  }
}
