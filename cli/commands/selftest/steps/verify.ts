import * as z from 'zod/mini';
import { unknown } from '../../../../shared/manage/doctor/check.ts';
import { random } from '../context/accounts.ts';
import { type Answer, bodyOf, differenceOf, inShort, refusalOf } from '../context/http.ts';
import { judged, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

/** Domains that have accepted mail for many years. */
const mailDomains = ['gmail.com', 'outlook.com', 'yahoo.com', 'icloud.com', 'gmx.net'];

const verified = z.object({
  verification: z.object({ valid: z.boolean(), domain: z.boolean(), mxRecords: z.boolean() }),
});

export const verify: Step = {
  code: 'verify',
  asks: 'Whether verify recognises large domains that accept mail, and one that does not exist',
  async run(context) {
    const domains = [`postrider-${random()}.com`, ...mailDomains];
    const [missing, ...answers] = await Promise.all(domains.map((name) => ask(context, name)));
    if ([missing, ...answers].some(isWithoutDns)) {
      return unknown('DNS does not answer in time: the functions may not reach their DNS servers');
    }
    const refused = answers.flatMap((answer, at) =>
      acceptsMail(answer) ? [] : [`The verification of ${mailDomains[at]} got ${inShort(answer)}`],
    );
    return judged(
      acceptsMail(missing)
        ? [...refused, `A domain that does not exist accepts mail: ${missing?.text}`]
        : refused,
      `${mailDomains.length} large domains accept mail, and one that does not exist accepts none`,
    );
  },
};

async function ask(context: StepContext, domain: string): Promise<Answer> {
  const { key } = await context.account();
  const body = JSON.stringify({ email: `selftest@${domain}` });
  return context.call({ path: '/verify', key, body });
}

function isWithoutDns(answer: Answer | undefined): boolean {
  return answer !== undefined && differenceOf(answer, refusalOf('noDnsAnswer')) === null;
}

function acceptsMail(answer: Answer | undefined): boolean {
  const { valid, domain, mxRecords } = (answer && bodyOf(answer, verified))?.verification ?? {};
  return Boolean(valid && domain && mxRecords);
}
