import { beforeDeployment } from '../../../shared/adapters/call-times.ts';
import { sesSetup } from '../../../shared/adapters/ses/ses-setup.ts';
import { runChecks } from '../../../shared/manage/doctor/run-checks.ts';
import { sesSandbox } from '../../../shared/manage/doctor/ses-sandbox.ts';
import { lambdaAccount } from '../../aws/lambda-account.ts';
import { lambdaConcurrencyLow } from '../../doctor/checks/lambda-concurrency-low.ts';
import type { Place } from './preflight.ts';

/**
 * What AWS holds a new account to until somebody asks for more: SES's sandbox, and few executions of Lambda at
 * once. Each is a sentence without a full stop, and doctor has the way on. An answer that does not come is left out:
 * the deployment itself does not depend on it.
 */
export async function accountLimits({ region }: Place): Promise<string[]> {
  const ses = sesSetup(beforeDeployment, { region });
  try {
    const results = await runChecks([sesSandbox, lambdaConcurrencyLow], {
      where: async () => ({ region, options: '' }),
      sesAccount: ses.account,
      lambdaAccount: () => lambdaAccount(beforeDeployment, { region }),
    });
    return results.filter(({ status }) => status === 'broken').map(({ found }) => found);
  } finally {
    ses.close();
  }
}
