import * as z from 'zod/mini';
import { execute, firstSender, prepareMails, sentId, simulator } from '../context/mail.ts';
import { inShort } from '../context/probe.ts';
import { judged, type Step } from '../context/step.ts';

const mails = 30;

/** "Maximum sending rate exceeded.", or another sentence of SES about its rate. */
const refusedForRate = z.object({
  type: z.literal('send_failed'),
  error: z.string().check(z.regex(/rate exceeded|too many requests|throttl/i)),
});

export const burst: Step = {
  code: 'burst',
  asks: `Whether of ${mails} mails at once SES accepts or refuses each for its rate, and none fails for another reason`,
  costs: { mails },
  async run(context) {
    const account = await context.account();
    const templateId = await prepareMails(context, account, await firstSender(context));
    const answers = await Promise.all(
      Array.from({ length: mails }, (_, nth) =>
        execute(context, account, templateId, { to: simulator(`success+burst-${nth + 1}`) }),
      ),
    );
    await context.sleep(context.options.waits.mailPauseMs);
    const others = answers.filter((answer) => sentId(answer) === null);
    const wrong = others.filter(
      ({ status, text }) => status !== 200 || !refusedForRate.safeParse(JSON.parse(text)).success,
    );
    const sent = answers.length - others.length;
    return judged(
      wrong.map((answer) => `A mail got ${inShort(answer)}`),
      `SES accepted ${sent} of ${mails} mails at once, and refused ${others.length} for its rate`,
    );
  },
};
