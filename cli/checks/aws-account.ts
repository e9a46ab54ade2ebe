import { awsFault } from '../../shared/adapters/aws-fault.ts';
import { broken, type Check, ok, open, run, say } from '../../shared/manage/doctor/check.ts';
import { consolePage } from '../../shared/manage/doctor/where.ts';
import { bootstrapWords } from '../aws/lookups.ts';
import type { DoctorCheck, DoctorPorts } from './ports.ts';

export const accountNotActive: DoctorCheck<'lambdaAccount'> = {
  code: 'account-not-active',
  why: 'AWS refuses every service to an account whose sign-up is not complete',
  async find({ lambdaAccount }) {
    try {
      await lambdaAccount();
      return ok('AWS has activated this account');
    } catch (error) {
      if (awsFault(error).kind !== 'not activated') throw error;
      return broken(
        'AWS has not activated this account yet',
        say(
          'Complete the sign-up with a payment method and a telephone number, then wait up to 24 hours',
        ),
        open('https://portal.aws.amazon.com/billing/signup?type=resubscribe#/resubscribed'),
        say('If AWS has still not activated it by then, read what to ask AWS Support'),
        open('https://repost.aws/knowledge-center/create-and-activate-aws-account'),
      );
    }
  },
};

/**
 * The oldest bootstrap stack with the roles and the bucket that the synthesis needs.
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html#bootstrapping-template
 */
const leastBootstrapVersion = 6;

export const notBootstrapped: Check<
  Pick<DoctorPorts, 'where' | 'bootstrapQualifier' | 'bootstrapVersion'> & {
    caller: () => Promise<{ account: string }>;
  }
> = {
  code: 'not-bootstrapped',
  why: 'The CDK deploys with a bucket and roles that bootstrapping creates once for each region',
  async find({ where, caller, bootstrapQualifier, bootstrapVersion }) {
    const [{ region }, { account }, qualifier, version] = await Promise.all([
      where(),
      caller(),
      bootstrapQualifier(),
      bootstrapVersion(),
    ]);
    const bootstrap = run(`npx cdk ${bootstrapWords({ account, region, qualifier }).join(' ')}`);
    if (version === null) {
      const found = `The CDK is not bootstrapped in ${region} of account ${account}`;
      return broken(found, say('Bootstrap it, once'), bootstrap);
    }
    if (version >= leastBootstrapVersion) return ok(`Version ${version} in ${region}`);
    const found = `The CDK's bootstrap stack in ${region} has version ${version}, and ${leastBootstrapVersion} is needed`;
    return broken(found, say('Update it'), bootstrap);
  },
};

/**
 * The check passes with as many unreserved executions. A new AWS account has only 10.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html
 */
const leastConcurrency = 100;

/** Lambda's usual quota, which it gives to an account on request. */
const usualConcurrency = 1000;

/** Service Quotas' code of "Concurrent executions". */
const quotaCode = 'L-B99A9384';

const number = new Intl.NumberFormat('en-US');

export const lambdaConcurrencyLow: DoctorCheck<'where' | 'lambdaAccount'> = {
  code: 'lambda-concurrency-low',
  why: 'Each request needs two executions, one after the other; it gets 500 if none is free',
  async find({ where, lambdaAccount }) {
    const [{ region }, { concurrency, unreserved }] = await Promise.all([where(), lambdaAccount()]);
    const atOnce = `Lambda runs ${number.format(unreserved)} executions at once in ${region}`;
    if (unreserved >= leastConcurrency) return ok(atOnce);
    const reserved = concurrency - unreserved;
    const wanted = Math.max(usualConcurrency, reserved + usualConcurrency);
    return broken(
      `${atOnce}${reserved > 0 ? ` besides the ${number.format(reserved)} that functions have reserved` : ''}: more simultaneous requests get 500`,
      say(`Ask AWS for ${number.format(wanted)} executions; the quota costs nothing`),
      run(
        `aws service-quotas request-service-quota-increase --service-code lambda --quota-code ${quotaCode} --desired-value ${wanted} --region ${region}`,
      ),
      say('You can also see and request the quota on this page'),
      open(consolePage(`servicequotas/home/services/lambda/quotas/${quotaCode}`, { region })),
    );
  },
};
