import { broken, type Check, ok, open, say } from './check.ts';
import type { SesAccountPorts } from './ses-sandbox.ts';
import { consolePage } from './where.ts';

/** The check reports a problem from this share of the quota on. */
const nearly = 0.8;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const dailyQuotaNearlyUsed: Check<SesAccountPorts> = {
  code: 'daily-quota-nearly-used',
  why: 'SES refuses every mail beyond the quota, until those of 24 hours ago no longer count',
  async find({ where, sesAccount }) {
    const [{ region }, { dailyQuota, sentToday }] = await Promise.all([where(), sesAccount()]);
    if (dailyQuota < 0) return ok('There is no daily quota');
    const used = `${number.format(sentToday)} of ${number.format(dailyQuota)} mails of 24 hours`;
    if (sentToday < dailyQuota * nearly) return ok(`${used} are used`);
    const percent = dailyQuota === 0 ? 100 : Math.floor((sentToday / dailyQuota) * 100);
    return broken(
      `${used} are used: ${percent} %`,
      say('Ask for a higher sending quota; it is a quota of the region'),
      open(
        `https://${region}.console.aws.amazon.com/servicequotas/home/services/ses/quotas?region=${region}`,
      ),
      say('See what has sent so much'),
      open(consolePage('ses/home', { region }, '#/account')),
    );
  },
};
