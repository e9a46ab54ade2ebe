import type { CallerIdentity } from '../../adapters/caller-identity.ts';
import { broken, type Check, ok, open, run, say } from './check.ts';
import { faultOf } from './not-known.ts';

export interface CredentialsPorts {
  caller: () => Promise<Pick<CallerIdentity, 'account' | 'arn'>>;
}

export const noCredentials: Check<CredentialsPorts> = {
  code: 'no-credentials',
  why: 'Nothing in AWS can be asked or deployed without them',
  async find({ caller }) {
    try {
      const { account, arn } = await caller();
      return ok(`AWS account ${account}, as ${arn.split(':').at(-1)}`);
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'no credentials') return broken('No AWS credentials were found', ...signIn);
      if (fault === 'expired') return ok('Credentials were found, of a session that is over');
      if (fault === 'unknown credentials') {
        return broken('AWS does not take these credentials', ...checkThem);
      }
      throw error;
    }
  },
};

const signIn = [
  say('Sign in, or set AWS_PROFILE to one of the profiles there are'),
  run('aws sso login'),
  run('aws configure list-profiles'),
  say('Where there is no profile yet'),
  run('aws configure sso'),
];

const checkThem = [
  say(
    'See where they come from (AWS_PROFILE, AWS_ACCESS_KEY_ID), and whether their key was deleted',
  ),
  run('aws configure list'),
  open('https://console.aws.amazon.com/iam/home#/security_credentials'),
];
