import { apiGatewayClient } from '../../../shared/adapters/api-gateway-keys.ts';
import type { CallTimes } from '../../../shared/adapters/call-times.ts';
import type { CheckResult } from '../../../shared/manage/doctor/check.ts';
import { checkLimitMs, runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { configuredRegion } from '../../aws/caller-identity.ts';
import { cloudformationStacks } from '../../aws/cloudformation.ts';
import { operatorTables } from '../../aws/operator-tables.ts';
import { sesSetup } from '../../aws/ses-setup.ts';
import { stopBundling } from '../../checks/checkout-code.ts';
import { allChecks } from '../../checks/checks.ts';
import { awsPorts, type CheckedStack } from '../../checks/ports.ts';
import { withEssential } from './report.ts';

/** Two tries of a call, which end before the time limit of the checks. */
const times: CallTimes = { attempts: 2, connectMs: 2000, answerMs: 3000 };

/** The checks that doctor must complete: without the caller and the stack it knows nothing about a deployment. */
const essential = ['no-credentials', 'stack-not-ready'];

/** Makes every check of a deployment on AWS. It takes little longer than `limitMs`. */
export async function examineOnAws(
  checked: CheckedStack,
  limitMs = checkLimitMs,
): Promise<CheckResult[]> {
  // If a profile cannot be read, the check of the credentials reports it.
  const region = checked.region ?? (await configuredRegion().catch(() => null)) ?? undefined;
  const clients = {
    ses: sesSetup(times, { region }),
    stacks: cloudformationStacks(times, { region }),
    dynamodb: operatorTables(times, { ...(region && { region }) }),
    apiGateway: apiGatewayClient(times, { ...(region && { region }) }),
  };
  const ports = awsPorts({ ...checked, region }, clients, times);
  const checks = await runChecks(allChecks, ports, limitMs).finally(stopBundling);
  return withEssential(checks, essential);
}
