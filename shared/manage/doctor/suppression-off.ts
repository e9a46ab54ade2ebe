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
    if (suppressedReasons.includes('BOUNCE') && suppressedReasons.includes('COMPLAINT')) {
      const ours = own ? ', and this deployment refuses addresses that bounced or complained' : '';
      return ok(`The AWS account's own list keeps bounces and complaints${ours}`);
    }
    return broken(
      own
        ? "The AWS account's own list does not keep all bounces and complaints. This deployment keeps them, but none whose report is lost, and SES does not promise that no report is lost"
        : "Neither this deployment nor the AWS account's own list stops mail to all addresses that bounced or complained",
      say(
        own
          ? 'Switch on the list of the AWS account'
          : 'Set "suppression": true in postrider.json and deploy, and switch on the list of the AWS account',
      ),
      run(
        `aws sesv2 put-account-suppression-attributes --suppressed-reasons BOUNCE COMPLAINT --region ${region}`,
      ),
    );
  },
};
