import { deleteGatewayKey } from '../../shared/adapters/api-gateway-keys.ts';
import { atDeployment } from '../../shared/adapters/call-times.ts';
import { listAccounts } from '../../shared/adapters/tables/accounts-table.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import { readStackOutputs } from '../aws/stack-outputs.ts';
import { connect } from '../connection/connect.ts';
import { deploymentIn } from '../connection/deployment.ts';
import type { Removal } from './removal.ts';

/**
 * Deletes the accounts' keys at API Gateway: they are no part of the stack, and of no use without the
 * accounts. A stack that never came to have outputs has none.
 */
export async function deleteGatewayKeys({ talk, stack, place }: Removal): Promise<void> {
  talk.step("Deleting the accounts' keys at API Gateway");
  const outputs = await readStackOutputs(atDeployment, { stack, region: place.region });
  const deployment = unlessUnfinished(() => deploymentIn(outputs, stack, place.region));
  if (deployment === null) return;
  const { accounts, usagePlans } = connect(deployment, atDeployment);
  for (const { gatewayKeyId } of await accountsLeft(accounts)) {
    await deleteGatewayKey(usagePlans, gatewayKeyId);
  }
}

function unlessUnfinished<T>(deployment: () => T): T | null {
  try {
    return deployment();
  } catch (error) {
    if (error instanceof ManageError) return null;
    throw error;
  }
}

/** None where an earlier run has deleted the table. */
async function accountsLeft(accounts: Parameters<typeof listAccounts>[0]) {
  try {
    return await listAccounts(accounts);
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return [];
    throw error;
  }
}
