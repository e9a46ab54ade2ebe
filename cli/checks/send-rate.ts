import { broken, ok, run, say, skipped } from '../../shared/manage/doctor/check.ts';
import type { DoctorCheck } from './ports.ts';

/** How many mails a second one execution of the function `Due` sends, at 0.13 s each (docs/scale.md). */
const mailsASecond = 7.5;

/** The smallest `sendConcurrency`: Lambda takes no smaller one for a queue. */
const least = 2;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const sendRate: DoctorCheck<'sesAccount' | 'sendConcurrency' | 'deployCommand'> = {
  code: 'send-rate',
  why: 'SES refuses a mail above its rate: a scheduled one is tried again 30 seconds later, and a mail of execute fails',
  async find({ sesAccount, sendConcurrency, deployCommand }) {
    const [account, concurrency] = await Promise.all([sesAccount(), sendConcurrency()]);
    if (concurrency === null) return skipped('Scheduled messages are switched off');
    const sends = `Scheduled mails and batches are sent at up to ${number.format(concurrency * mailsASecond)} mails a second`;
    if (account.sendRate < 0) return ok(`${sends}, and SES has no limit`);
    const rates = `${sends}, and SES takes ${number.format(account.sendRate)}`;
    const fitting = Math.max(least, Math.floor(account.sendRate / mailsASecond));
    if (concurrency === fitting) return ok(rates);
    if (concurrency < fitting) return ok(`${rates}: "sendConcurrency": ${fitting} would use it`);
    return broken(
      rates,
      say(
        `Set "sendConcurrency": ${fitting} in postrider.json or ask AWS for a higher rate, then deploy`,
      ),
      run(await deployCommand()),
    );
  },
};
