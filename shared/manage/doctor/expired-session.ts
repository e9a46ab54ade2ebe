import { broken, type Check, ok, run, say } from './check.ts';
import type { CredentialsPorts } from './no-credentials.ts';
import { faultOf } from './not-known.ts';

export const expiredSession: Check<CredentialsPorts> = {
  code: 'expired-session',
  why: 'AWS refuses every call of a session that is over',
  async find({ caller }) {
    try {
      await caller();
      return ok('The session is good');
    } catch (error) {
      if (faultOf(error) !== 'expired') throw error;
      return broken(
        'The AWS session has expired',
        say('Sign in again; keys in AWS_SESSION_TOKEN have to be fetched anew'),
        run('aws sso login'),
      );
    }
  },
};
