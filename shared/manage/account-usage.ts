import { type DayUsage, readUsage } from '../adapters/api-gateway-usage.ts';
import { accountRecord } from './accounts.ts';
import type { ManagePorts } from './ports.ts';

/** Days of usage, today included. */
const usageDays = 30;

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Requests of an account by day, the newest last, as API Gateway counts them in the account's plan.
 * If API Gateway does not answer, `usage` is null and `fault` has the error: the caller can still
 * show the rest of the account.
 *
 * @throws {ManageError} for an unknown account
 */
export async function accountUsage(
  ports: Pick<ManagePorts, 'accounts' | 'usagePlans' | 'now'>,
  accountId: string,
): Promise<{ usage: DayUsage[] } | { usage: null; fault: unknown }> {
  const { plan, gatewayKeyId } = await accountRecord(ports, accountId);
  const to = ports.now();
  const from = new Date(to.getTime() - (usageDays - 1) * dayMs);
  try {
    return { usage: await readUsage(ports.usagePlans, { plan, keyId: gatewayKeyId, from, to }) };
  } catch (fault) {
    return { usage: null, fault };
  }
}
