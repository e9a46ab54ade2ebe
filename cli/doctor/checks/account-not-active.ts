import { awsFault } from '../../../shared/adapters/aws-fault.ts';
import { broken, type Check, ok, open, say } from '../../../shared/manage/doctor/check.ts';
import type { LambdaAccountPorts } from './lambda-concurrency-low.ts';

export const accountNotActive: Check<Pick<LambdaAccountPorts, 'lambdaAccount'>> = {
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
        say('If AWS has still not activated it then, read what to ask AWS Support'),
        open('https://repost.aws/knowledge-center/create-and-activate-aws-account'),
      );
    }
  },
};
