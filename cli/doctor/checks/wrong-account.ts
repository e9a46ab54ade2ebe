import { broken, type Check, ok, run, say } from '../../../shared/manage/doctor/check.ts';
import type { CallerIdentity } from '../../aws/caller-identity.ts';

export interface AccountPorts {
  caller: () => Promise<Pick<CallerIdentity, 'account'>>;
  /** The AWS account that the settings name; undefined where they name none. */
  expectedAccount: string | undefined;
}

export const wrongAccount: Check<AccountPorts> = {
  code: 'wrong-account',
  why: 'A stack of the same name in another AWS account is another deployment',
  async find({ caller, expectedAccount }) {
    const { account } = await caller();
    if (expectedAccount === undefined) return ok(`${account}; the settings name none`);
    if (account === expectedAccount) return ok(account);
    return broken(
      `The settings name the AWS account ${expectedAccount}, and these credentials are of ${account}`,
      say('Set AWS_PROFILE to a profile of that account'),
      run('aws configure list-profiles'),
    );
  },
};
