import { broken, type Check, ok, run, say } from './check.ts';
import type { SesAccountPorts } from './ses-sandbox.ts';

export interface SuppressionPorts extends SesAccountPorts {
  /** Whether this deployment refuses addresses that bounced or complained. */
  suppression: () => Promise<boolean>;
}

export const suppressionOff: Check<SuppressionPorts> = {
  code: 'suppression-off',
  why: 'AWS pauses an account that keeps sending to addresses that bounced or complained',
  async find({ where, sesAccount, suppression }) {
    const [{ region }, { suppressedReasons }, own] = await Promise.all([
      where(),
      sesAccount(),
      suppression(),
    ]);
    const list = suppressedReasons.map((reason) => `${reason.toLowerCase()}s`).join(' and ');
    if (own) {
      return ok(
        list
          ? `This deployment refuses addresses that bounced or complained, and the AWS account's own list keeps ${list}`
          : "This deployment refuses addresses that bounced or complained; the AWS account's own list is off",
      );
    }
    if (suppressedReasons.includes('BOUNCE') && suppressedReasons.includes('COMPLAINT')) {
      return ok("The AWS account's own list keeps bounces and complaints");
    }
    return broken(
      "Neither this deployment nor the AWS account's own list stops mail to all addresses that bounced or complained",
      say(
        'Set "suppression": true in postrider.json and deploy, or switch on the list of the AWS account',
      ),
      run(
        `aws sesv2 put-account-suppression-attributes --suppressed-reasons BOUNCE COMPLAINT --region ${region}`,
      ),
    );
  },
};
