import { type AwsFaultKind, awsFault } from '../../shared/adapters/aws-fault.ts';
import { broken, type FixStep, ok, open, run, say } from '../../shared/manage/doctor/check.ts';
import { NotKnown, reasonOf } from '../../shared/manage/doctor/not-known.ts';
import type { DoctorCheck } from './ports.ts';

export const noCredentials: DoctorCheck<'caller'> = {
  code: 'no-credentials',
  why: 'AWS refuses every call without credentials',
  async find({ caller }) {
    try {
      const { account, arn } = await caller();
      return ok(`AWS account ${account}, as ${arn.split(':').at(-1)}`);
    } catch (error) {
      const { kind } = awsFault(error);
      if (kind === 'no credentials') return broken('No AWS credentials were found', ...signIn);
      if (kind === 'expired') return ok('Credentials were found, but their session has expired');
      if (kind === 'unknown credentials') {
        return broken('AWS does not accept these credentials', ...checkThem);
      }
      throw new NotKnown(reasonOf(error), waysToAws[kind], error);
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
    'Check where the credentials come from (AWS_PROFILE, AWS_ACCESS_KEY_ID), and whether their access key was deleted',
  ),
  run('aws configure list'),
  open('https://console.aws.amazon.com/iam/home#/security_credentials'),
  say(
    'A region that is not enabled in the AWS account refuses all credentials; list the enabled regions',
  ),
  run(
    'aws account list-regions --region-opt-status-contains ENABLED ENABLED_BY_DEFAULT --region us-east-1',
  ),
];

/** What to do if AWS cannot be reached. */
const waysToAws: Partial<Record<AwsFaultKind, readonly FixStep[]>> = {
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

export const expiredSession: DoctorCheck<'caller'> = {
  code: 'expired-session',
  why: 'AWS refuses every call of an expired session',
  async find({ caller }) {
    try {
      await caller();
      return ok('The session is valid');
    } catch (error) {
      if (awsFault(error).kind !== 'expired') throw error;
      return broken(
        'The AWS session has expired',
        say('Sign in again; if the credentials come from AWS_SESSION_TOKEN, fetch new ones'),
        run('aws sso login'),
      );
    }
  },
};

export const wrongAccount: DoctorCheck<'caller' | 'expectedAccount'> = {
  code: 'wrong-account',
  why: 'A stack of the same name in another AWS account is another deployment',
  async find({ caller, expectedAccount }) {
    const { account } = await caller();
    if (expectedAccount === undefined) return ok(`${account}; the settings name no account`);
    if (account === expectedAccount) return ok(account);
    return broken(
      `The settings name the AWS account ${expectedAccount}, but these credentials belong to ${account}`,
      say('Set AWS_PROFILE to a profile of that account'),
      run('aws configure list-profiles'),
    );
  },
};
