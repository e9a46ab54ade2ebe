import { broken, type Check, ok, open, run, say } from '../../../shared/manage/doctor/check.ts';
import { consolePage, type Where } from '../../../shared/manage/doctor/where.ts';
import type { LambdaAccount } from '../../aws/lambda-account.ts';

export interface LambdaAccountPorts {
  where: () => Promise<Pick<Where, 'region'>>;
  lambdaAccount: () => Promise<LambdaAccount>;
}

/**
 * The least number of executions at once that is called good. Lambda itself leaves as many to the
 * functions that reserve none; a new AWS account has 10 instead.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const leastConcurrency = 100;

/** What Lambda gives an account that asks: its usual quota. */
const usualConcurrency = 1000;

/** Service Quotas' code of "Concurrent executions". */
const quotaCode = 'L-B99A9384';

const number = new Intl.NumberFormat('en-US');

export const lambdaConcurrencyLow: Check<LambdaAccountPorts> = {
  code: 'lambda-concurrency-low',
  why: 'A request takes two executions, one after the other; it is answered with 500 when none is free',
  async find({ where, lambdaAccount }) {
    const [{ region }, { concurrency, unreserved }] = await Promise.all([where(), lambdaAccount()]);
    const atOnce = `Lambda runs ${number.format(unreserved)} executions at once in ${region}`;
    if (unreserved >= leastConcurrency) return ok(atOnce);
    const reserved = concurrency - unreserved;
    const asked = Math.max(usualConcurrency, reserved + usualConcurrency);
    return broken(
      `${atOnce}${reserved > 0 ? ` beside the ${number.format(reserved)} that functions have reserved` : ''}: more requests than that at the same moment get 500`,
      say(`Ask AWS for ${number.format(asked)} executions; the quota costs nothing`),
      run(
        `aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${quotaCode} --desired-value ${asked} --region ${region}`,
      ),
      say('This page shows the quota, and takes the request too'),
      open(consolePage(`servicequotas/home/services/lambda/quotas/${quotaCode}`, { region })),
    );
  },
};
