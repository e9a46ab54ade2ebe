import { broken, ok, open, record, run, say, skipped } from '../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../shared/manage/doctor/not-known.ts';
import { cli, consolePage, deployTo } from '../../shared/manage/doctor/where.ts';
import { listed, maxShown } from './listed.ts';
import type { DoctorCheck } from './ports.ts';

export const domainNotReady: DoctorCheck<'where' | 'baseUrl' | 'apiDomain' | 'addresses'> = {
  code: 'domain-not-ready',
  why: 'Callers cannot reach the API by its name',
  async find({ where, baseUrl, apiDomain, addresses }) {
    const [place, url] = await Promise.all([where(), baseUrl()]);
    const { region } = place;
    const name = new URL(url).hostname;
    if (/\.execute-api\.[^.]+\.amazonaws\.com(\.cn)?$/.test(name)) {
      return skipped('The API has no custom domain name');
    }
    const [domain, answer] = await Promise.all([apiDomain(name), addresses(name)]);
    if (!domain) {
      return broken(
        `API Gateway has no domain name ${name} in ${region}`,
        say(
          'It was deleted; remove "domain" from postrider.json and deploy, then add it again and deploy again',
        ),
        run(deployTo(place)),
      );
    }
    if (domain.status !== 'AVAILABLE') {
      return broken(
        `${name} is ${domain.status}${domain.message ? ` (${domain.message})` : ''}`,
        say('Check what the name waits for: a new certificate, or a proof that you own the name'),
        open(consolePage('apigateway/main/publish/domain-names', { region })),
        open(consolePage('acm/home', { region }, '#/certificates/list')),
      );
    }
    if (answer === 'no answer') throw new NotKnown(`DNS did not answer for ${name}`);
    if (typeof answer !== 'string') return ok(name);
    return broken(
      `${name} is not in DNS`,
      say('Create this record where the DNS of the name is managed'),
      record(`${name} CNAME ${domain.target}`),
    );
  },
};

export const flowSenderUnknown: DoctorCheck<'where' | 'senders' | 'flowSenders' | 'senderProblem'> =
  {
    code: 'flow-sender-unknown',
    why: 'Execute refuses such a flow with flow_error, and sends nothing',
    async find({ where, senders, flowSenders, senderProblem }) {
      const [place, identities, flows] = await Promise.all([where(), senders(), flowSenders()]);
      if (identities.includes('*')) return skipped('This deployment accepts every sender');
      const wrong = flows.filter(({ from }) => senderProblem(from, identities) !== null);
      if (wrong.length === 0)
        return ok(`${flows.length} flows send from identities of this deployment`);
      const sentences = wrong.map(
        ({ accountId, templateId, from }) => `${templateId} of ${accountId} sends from ${from}`,
      );
      const change = 'its domain to "senders" in postrider.json, and deploy';
      return broken(
        listed(sentences),
        say(
          identities.length > 0
            ? `Let the flow send from ${identities.join(' or ')}; or add ${change}`
            : `Add ${change}`,
        ),
        ...wrong
          .slice(0, maxShown)
          .map(({ accountId, templateId }) =>
            run(cli(`template show ${templateId} --account ${accountId}`, place)),
          ),
        run(deployTo(place)),
      );
    },
  };

/** How many mails a second one execution of the function `Due` sends, at 0.13 s each (docs/scale.md). */
const mailsASecond = 7.5;

/** The smallest `sendConcurrency`: Lambda accepts no lower maximum concurrency for a queue. */
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
