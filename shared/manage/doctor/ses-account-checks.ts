import { broken, type Check, ok, open, run, say } from './check.ts';
import type { SendingPorts } from './sending-ports.ts';
import { cli, consolePage, deployTo } from './where.ts';

export const sesSandbox: Check<Pick<SendingPorts, 'where' | 'sesAccount'>> = {
  code: 'ses-sandbox',
  why: 'In the sandbox SES sends only to verified addresses, 200 mails a day',
  async find({ where, sesAccount }) {
    const [place, { production, review }] = await Promise.all([where(), sesAccount()]);
    const { region } = place;
    if (production) return ok('SES sends to anyone');
    const asked = review === null ? '' : ` (AWS's review of your request to leave it: ${review})`;
    return broken(
      `SES is in the sandbox in ${region}${asked}`,
      say(
        'Ask AWS for production access; it answers within a day. This command writes the request, and shows it before it sends it',
      ),
      run(cli('production-access', place)),
      say(
        'If you have asked, the answer is on this page: if it is no, answer the support case, and ask again',
      ),
      open(consolePage('ses/home', { region }, '#/account')),
    );
  },
};

export const sendingPaused: Check<SendingPorts> = {
  code: 'sending-paused',
  why: 'While sending is paused, no flow sends any mail',
  async find({ where, sesAccount, sending, configurationSetName, configurationSet }) {
    const [place, account] = await Promise.all([where(), sesAccount()]);
    const { region } = place;
    if (account.enforcement === 'SHUTDOWN') {
      return broken(
        'AWS has paused sending for this account: too many mails bounced or brought complaints',
        say('Find out which mails did, stop sending them, and answer the case of AWS Support'),
        open(consolePage('ses/home', { region }, '#/reputation')),
        open('https://console.aws.amazon.com/support/home#/'),
      );
    }
    if (!account.sendingEnabled) {
      return broken(
        `Sending is paused for the whole AWS account in ${region}`,
        say('Someone has paused it; resume it when the reason is gone'),
        run(`aws sesv2 put-account-sending-attributes --sending-enabled --region ${region}`),
      );
    }
    if (account.enforcement === 'PROBATION') {
      return broken(
        'AWS is about to pause sending for this account: it is under review',
        say('See which mails bounced or brought complaints, and stop sending them'),
        open(consolePage('ses/home', { region }, '#/reputation')),
      );
    }
    const [isOn, name, set] = await Promise.all([
      sending(),
      configurationSetName(),
      configurationSet(),
    ]);
    if (!isOn) {
      return broken(
        'Sending is switched off in the settings of this deployment',
        say('Set "sending": true in postrider.json, and deploy'),
        run(deployTo(place)),
      );
    }
    if (set?.sendingEnabled === false) {
      return broken(
        `Sending is paused for the configuration set ${name}`,
        say('Resume it when the reason is gone'),
        run(
          `aws sesv2 put-configuration-set-sending-options --configuration-set-name ${name} --sending-enabled --region ${region}`,
        ),
      );
    }
    return ok('Neither SES nor this deployment has paused sending');
  },
};

/** The check reports a problem from this share of the quota on. */
const nearly = 0.8;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const dailyQuotaNearlyUsed: Check<SendingPorts> = {
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

export const suppressionOff: Check<SendingPorts> = {
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
