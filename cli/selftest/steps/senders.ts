import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import { type Expectation, firstSender, sendAndFollow, simulator } from '../mail.ts';
import { differing, type Step } from '../step.ts';

/** More senders than these are not tried: each costs a mail. */
const mostSenders = 5;

export const senders: Step = {
  code: 'senders',
  asks: 'Whether every verified sender may send, to --to where it is given, and with a display name that is not ASCII',
  costs: { mails: mostSenders + 1 },
  lasts: 'a minute, at most 15',
  leaves: 'the mails to --to',
  async run(bench) {
    const first = await firstSender(bench);
    const all = (await bench.options.senders()).slice(0, mostSenders);
    const to = bench.options.to ?? simulator('success+senders');
    const mails = [...all, `Grüße aus 東京 🐎 <${first}>`].map((from): Expectation => {
      return { from, to, state: 'DELIVERED' };
    });
    const { problems } = await sendAndFollow(bench, mails);
    if (problems.length > 0) return broken(differing(problems));
    const look =
      bench.options.to === undefined
        ? ''
        : '; see there whether its name reads "Grüße aus 東京 🐎"';
    return ok(`${mails.length} mails from ${all.join(', ')} were delivered to ${to}${look}`);
  },
};
