import { type AwsFaultKind, awsFault } from '../../../shared/adapters/aws-fault.ts';
import {
  broken,
  type Check,
  type MendStep,
  ok,
  open,
  run,
  say,
} from '../../../shared/manage/doctor/check.ts';
import { NotKnown, reasonOf } from '../../../shared/manage/doctor/not-known.ts';
import type { CallerIdentity } from '../../aws/caller-identity.ts';

export interface CredentialsPorts {
  caller: () => Promise<Pick<CallerIdentity, 'account' | 'arn'>>;
}

export const noCredentials: Check<CredentialsPorts> = {
  code: 'no-credentials',
  why: 'AWS answers nothing without credentials',
  async find({ caller }) {
    try {
      const { account, arn } = await caller();
      return ok(`AWS account ${account}, as ${arn.split(':').at(-1)}`);
    } catch (error) {
      const { kind } = awsFault(error);
      if (kind === 'no credentials') return broken('No AWS credentials were found', ...signIn);
      if (kind === 'expired') return ok('Credentials were found, of a session that is over');
      if (kind === 'unknown credentials') {
        return broken('AWS does not take these credentials', ...checkThem);
      }
      throw new NotKnown(reasonOf(error), waysToAws[kind] ?? []);
    }
  },
};

const reachAws = [
  say(
    'Check that this machine reaches AWS and that AWS_ENDPOINT_URL is not set, then run doctor again',
  ),
  run('curl -sS https://sts.us-east-1.amazonaws.com/'),
];

const signIn = [
  say('Sign in, or set AWS_PROFILE to one of your profiles'),
  run('aws sso login'),
  run('aws configure list-profiles'),
  say('If you have no profile yet, create one'),
  run('aws configure sso'),
];

const checkThem = [
  say(
    'See where they come from (AWS_PROFILE, AWS_ACCESS_KEY_ID), and whether their key was deleted',
  ),
  run('aws configure list'),
  open('https://console.aws.amazon.com/iam/home#/security_credentials'),
  say(
    'A region that the AWS account has not enabled refuses all credentials; this lists the others',
  ),
  run(
    'aws account list-regions --region-opt-status-contains ENABLED ENABLED_BY_DEFAULT --region us-east-1',
  ),
];

/** What to do where AWS cannot be asked at all. */
const waysToAws: Partial<Record<AwsFaultKind, readonly MendStep[]>> = {
  'no answer': reachAws,
  'no such host': reachAws,
  'not AWS': reachAws,
  untrusted: [
    say(
      "Save the root certificate of your company's proxy in a file, name the file, and run doctor again",
    ),
    run('export NODE_EXTRA_CA_CERTS=/path/to/root-certificate.pem'),
  ],
};
