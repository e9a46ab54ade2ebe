import { broken, type Check, ok, run, say } from '../../../shared/manage/doctor/check.ts';
import type { Where } from '../../../shared/manage/doctor/where.ts';
import type { CallerIdentity } from '../../aws/caller-identity.ts';

export interface BootstrapPorts {
  where: () => Promise<Pick<Where, 'region'>>;
  caller: () => Promise<Pick<CallerIdentity, 'account'>>;
  bootstrapVersion: () => Promise<number | null>;
}

/**
 * The least version whose roles and asset bucket the stack's synthesis asks for.
 *
 * https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html#bootstrapping-template
 */
export const leastBootstrapVersion = 6;

export const notBootstrapped: Check<BootstrapPorts> = {
  code: 'not-bootstrapped',
  why: 'The CDK deploys by way of a bucket and roles that bootstrapping makes once for each region',
  async find({ where, caller, bootstrapVersion }) {
    const [{ region }, { account }, version] = await Promise.all([
      where(),
      caller(),
      bootstrapVersion(),
    ]);
    const bootstrap = run(`npx cdk bootstrap aws://${account}/${region}`);
    if (version === null) {
      return broken(
        `The CDK is not bootstrapped in ${region} of account ${account}`,
        say('Bootstrap it, once'),
        bootstrap,
      );
    }
    if (version < leastBootstrapVersion) {
      return broken(
        `The CDK's bootstrap stack in ${region} has version ${version}, and ${leastBootstrapVersion} is needed`,
        say('Bring it up to date'),
        bootstrap,
      );
    }
    return ok(`Version ${version} in ${region}`);
  },
};
