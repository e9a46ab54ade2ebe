import type { SesConfigurationSet } from '../../adapters/ses/ses-setup.ts';
import { broken, type Check, ok, open, run, say } from './check.ts';
import type { SesAccountPorts } from './ses-account-checks.ts';
import { consolePage, deployTo } from './where.ts';

export interface SendingPorts extends SesAccountPorts {
  /** Whether the deployment's settings let flows send. */
  sending: () => Promise<boolean>;
  configurationSetName: () => Promise<string>;
  /** Null if there is none. */
  configurationSet: () => Promise<SesConfigurationSet | null>;
}

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
