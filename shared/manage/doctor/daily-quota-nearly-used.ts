import { broken, type Check, ok, open, say } from './check.ts';
import type { SesAccountPorts } from './ses-sandbox.ts';
import { consolePage } from './where.ts';

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
