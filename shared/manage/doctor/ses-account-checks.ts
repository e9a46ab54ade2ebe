import type { SesAccount } from '../../adapters/ses/ses-setup.ts';
import { broken, type Check, ok, open, run, say } from './check.ts';
import { consolePage, type Where } from './where.ts';

export interface SesAccountPorts {
  where: () => Promise<Where>;
  sesAccount: () => Promise<SesAccount>;
}

export const sesSandbox: Check<SesAccountPorts> = {
  code: 'ses-sandbox',
  why: 'In the sandbox SES sends only to verified addresses, 200 mails a day',
  async find({ where, sesAccount }) {
    const [{ region }, { production, review }] = await Promise.all([where(), sesAccount()]);
    if (production) return ok('SES sends to anyone');
    const page = open(consolePage('ses/home', { region }, '#/account'));
    if (review === 'PENDING') {
      return broken(
        `SES is in the sandbox in ${region}, and AWS is reviewing the request to leave it`,
        say('Wait for the answer, usually about a day; it appears on this page'),
        page,
      );
    }
    const refused = review === 'DENIED' || review === 'FAILED';
    return broken(
      `SES is in the sandbox in ${region}${refused ? ', and AWS has denied the request to leave it' : ''}`,
      say(
        refused
          ? 'Answer the support case, and ask again: describe your mail and how people come to receive it'
          : 'Ask AWS for production access; it answers within a day',
      ),
      page,
      say('Or run this command, with the address of your own website'),
      run(
        `aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url https://example.com --region ${region}`,
      ),
    );
  },
};

/** The check reports a problem from this share of the quota on. */
const nearly = 0.8;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const dailyQuotaNearlyUsed: Check<SesAccountPorts> = {
  code: 'daily-quota-nearly-used',
  why: 'SES refuses every mail that is over the quota of 24 hours',
  async find({ where, sesAccount }) {
    const [{ region }, { dailyQuota, sentToday }] = await Promise.all([where(), sesAccount()]);
    if (dailyQuota < 0) return ok('There is no daily quota');
    const used = `${number.format(sentToday)} of ${number.format(dailyQuota)} mails of 24 hours`;
    if (sentToday < dailyQuota * nearly) return ok(`${used} are used`);
    const percent = dailyQuota === 0 ? 100 : Math.floor((sentToday / dailyQuota) * 100);
    return broken(
      `${used} are used: ${percent} %`,
      say('Ask AWS for a higher sending quota; each region has its own'),
      open(
        `https://${region}.console.aws.amazon.com/servicequotas/home/services/ses/quotas?region=${region}`,
      ),
      say('See how many mails were sent'),
      open(consolePage('ses/home', { region }, '#/account')),
    );
  },
};

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
