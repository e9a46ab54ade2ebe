import * as z from 'zod/mini';
import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import { saveTemplate } from '../accounts.ts';
import { differenceOf, inShort, refusalOf } from '../probe.ts';
import type { Step } from '../step.ts';

/** Characters of one, two, three and four bytes, and several that people see as one. */
const emoji = '🐎👩🏽‍🚀🇪🇺é漢';

/** A quote costs four bytes in an answer as Lambda encodes it: 1,430,000 of them are 5.46 of 5.5 MB. */
const quotes = '"'.repeat(286_000);
const fitting = 5;

const rendered = z.object({ html: z.string(), subject: z.string() });

export const largeRender: Step = {
  code: 'large-render',
  asks: 'Whether an answer just below the limit of 5.5 MB arrives whole, and one above it is refused',
  costs: { requests: 2 },
  lasts: 'seconds',
  leaves: 'nothing',
  async run(bench) {
    const { accountId, key } = await bench.account();
    const render = async (templateId: string, times: number) => {
      const html = `{{emoji}}${'{{{quotes}}}'.repeat(times)}`;
      await saveTemplate(bench.ports, accountId, {
        templateId,
        name: templateId,
        subject: emoji,
        html,
      });
      const body = JSON.stringify({ template_id: templateId, variables: { emoji, quotes } });
      return bench.call({ path: '/render', key, body });
    };
    const within = await render('large', fitting);
    if (within.status !== 200) return broken(`An answer of 5.46 MB is ${inShort(within)}`);
    const { html, subject } = rendered.parse(JSON.parse(within.text));
    if (subject !== emoji || html !== emoji + quotes.repeat(fitting)) {
      return broken(
        `The answer of 5.46 MB is not what was rendered: ${inShort({ status: 200, text: `${subject} ${html}` })}`,
      );
    }
    const above = await render('larger', fitting + 1);
    const difference = differenceOf(above, refusalOf('overLimit', 'answer', '5.5 MB'));
    if (difference !== null) return broken(`An answer above 5.5 MB ${difference}`);
    return ok('An answer of 5.46 MB arrived whole, emoji too, and a larger one was refused');
  },
};
