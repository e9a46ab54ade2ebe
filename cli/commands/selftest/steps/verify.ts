import * as z from 'zod/mini';
import { unknown } from '../../../../shared/manage/doctor/check.ts';
import { random } from '../context/accounts.ts';
import { type Answer, bodyOf, differenceOf, inShort, refusalOf } from '../context/http.ts';
import { judged, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

/** Domains of several countries that have accepted mail for many years. */
export const mailDomains: readonly string[] = `
  gmail.com outlook.com yahoo.com icloud.com aol.com gmx.net web.de t-online.de orange.fr free.fr
  laposte.net libero.it mail.ru yandex.ru qq.com 163.com naver.com comcast.net att.net verizon.net
  cox.net proton.me fastmail.com zoho.com hotmail.com live.com msn.com me.com googlemail.com
  amazon.com apple.com microsoft.com ibm.com oracle.com cisco.com intel.com github.com mozilla.org
  debian.org wikimedia.org bbc.co.uk nytimes.com lemonde.fr mit.edu stanford.edu ethz.ch cern.ch
  ox.ac.uk uol.com.br rediffmail.com
`
  .trim()
  .split(/\s+/);

/** The step still passes if at most this many of the domains no longer accept mail. */
const mayBeGone = 3;

const verified = z.object({
  verification: z.object({ valid: z.boolean(), domain: z.boolean(), mxRecords: z.boolean() }),
});

export const verify: Step = {
  code: 'verify',
  asks: `Whether verify recognises ${mailDomains.length} domains that accept mail, all at once, and one that does not exist`,
  costs: { verifications: mailDomains.length + 1 },
  async run(context) {
    const missing = await ask(context, `postrider-${random()}.com`);
    const answers = await Promise.all(mailDomains.map((domain) => ask(context, domain)));
    const silent = answers.filter(isWithoutDns).length;
    if (silent === answers.length || isWithoutDns(missing)) {
      return unknown('DNS does not answer: the functions cannot reach their DNS servers');
    }
    const faults = answers.filter(({ status }) => status !== 200);
    const gone = mailDomains.filter((_, at) => !acceptsMail(answers[at]));
    if (gone.length === answers.length && faults.length === 0) {
      return unknown(
        `DNS knows none of ${answers.length} large domains: it seems to have no Internet access`,
      );
    }
    const differences = [
      ...faults.map((answer) => `A verification got ${inShort(answer)}`).slice(0, 1),
      ...(faults.length === 0 && gone.length > mayBeGone
        ? [`${gone.length} of ${answers.length} domains have no mail server: ${gone.join(', ')}`]
        : []),
      ...(acceptsMail(missing)
        ? [`A domain that does not exist accepts mail: ${missing.text}`]
        : []),
    ];
    const late = `${silent} of ${answers.length} domains had no answer in time`;
    return judged(
      differences.length > 0 && silent > 0 ? [late, ...differences] : differences,
      `${answers.length - gone.length} of ${answers.length} domains accept mail, all asked at once, and one that does not exist accepts none`,
    );
  },
};

async function ask(context: StepContext, domain: string): Promise<Answer> {
  const { key } = await context.account();
  const body = JSON.stringify({ email: `selftest@${domain}` });
  return context.call({ path: '/verify', key, body });
}

function isWithoutDns(answer: Answer): boolean {
  return differenceOf(answer, refusalOf('noDnsAnswer')) === null;
}

function acceptsMail(answer: Answer | undefined): boolean {
  const { valid, domain, mxRecords } = (answer && bodyOf(answer, verified))?.verification ?? {};
  return Boolean(valid && domain && mxRecords);
}
