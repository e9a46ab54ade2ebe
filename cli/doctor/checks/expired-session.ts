import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import { broken, type Check, ok, run, say } from '../../../shared/manage/doctor/check.ts';
import type { CredentialsPorts } from './no-credentials.ts';

export const expiredSession: Check<CredentialsPorts> = {
  code: 'expired-session',
  why: 'AWS refuses every call of a session that is over',
  async find({ caller }) {
    try {
      await caller();
      return ok('The session is good');
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
