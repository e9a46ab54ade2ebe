import * as z from 'zod/mini';
import { maxSendBodyBytes } from '../../../../shared/engine/limits.ts';
import { broken, ok, unknown } from '../../../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../../../shared/manage/doctor/not-known.ts';
import { plans } from '../../../../shared/plans.ts';
import { listed } from '../../../checks/listed.ts';
import { saveTemplate } from '../context/accounts.ts';
import { bodyOf, differenceOf, type HttpAnswer, inShort, refusalOf } from '../context/http.ts';
import type { SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

const MB = 2 ** 20;

export const tooLarge: SelftestStep = {
  code: 'too-large',
  asks: 'Whether a body of 4.4 MB reaches execute, and bodies of 1.1, 5 and 11 MB get 413: from the function, from Lambda and from the gateway',
  async run(context) {
    const { key } = await context.account();
    const small = await answerTo(context, key, 1.1 * MB);
    const largest = await answerTo(context, key, maxSendBodyBytes, '/execute');
    const differences = [
      { what: 'A body of 1.1 MB', answer: small, expected: refusalOf('bodyTooLarge', '1 MB') },
      { what: 'A body of 4.4 MB at execute', answer: largest, expected: refusalOf('bodyNotJson') },
    ].flatMap(({ what, answer, expected }) => {
      const difference = answer && differenceOf(answer, expected);
      return difference ? [`${what} ${difference}`] : [];
    });
    const others = [
      await answerTo(context, key, 5 * MB),
      await answerTo(context, key, 11 * MB),
    ] as const;
    // docs/api.md promises only the status for these: the bodies may be AWS's own.
    const wrong = others.filter((answer) => answer && answer.status !== 413);
    differences.push(
      ...wrong.map((answer) => `A body of 5 or 11 MB got ${answer && inShort(answer)}`),
    );
    if (differences.length > 0) return broken(listed(differences));
    if ([small, largest, ...others].includes(null)) {
      return unknown('The connection broke before the answer to a large body');
    }
    return ok('A body of 4.4 MB reached execute; 1.1, 5 and 11 MB got 413');
  },
};

/** Null if the server closed the connection before it answered, as it may. */
async function answerTo(
  context: StepContext,
  key: string,
  bytes: number,
  path = '/render',
): Promise<HttpAnswer | null> {
  try {
    return await context.call({ path, key, body: Buffer.alloc(bytes, 'x') });
  } catch (error) {
    if (error instanceof NotKnown) return null;
    throw error;
  }
}

export const atOnce = 50;

export const allAtOnce = (send: () => Promise<HttpAnswer>) =>
  Promise.all(Array.from({ length: atOnce }, send));

/** AWS must refuse one of this many requests. It counts in several places, so its limit is not exact. */
const mostRequests = 400;

/** The answer to a request that the gateway lets through. */
const passed = refusalOf('required', 'template_id');

export const rate: SelftestStep = {
  code: 'rate',
  asks: `Whether ${plans.free.requestsPerMinute} requests a minute pass on plan free, and more get 429 with Retry-After`,
  async run(context) {
    const refusal = refusalOf('rateExceeded');
    const { key } = await context.account('free');
    // AWS also counted the requests that tested whether the key is ready: wait until they no longer count.
    await context.sleep(context.options.waits.pollMs * 5);
    const send = () => context.call({ path: '/render', key, body: '{}' });
    const answers: HttpAnswer[] = [];
    const isRefused = ({ status }: HttpAnswer) => status === refusal.status;
    while (!answers.some(isRefused) && answers.length < mostRequests) {
      answers.push(...(await allAtOnce(send)));
    }
    const early = answers.slice(0, atOnce).filter(isRefused).length;
    const refused = answers.filter(isRefused);
    const others = answers.filter((answer) => !isRefused(answer));
    const differences = [
      ...(early > 0 ? [`${early} of the first ${atOnce} requests were refused`] : []),
      ...(refused.length === 0 ? [`${answers.length} requests at once all passed`] : []),
      ...refused.flatMap((answer) => differenceOf(answer, refusal) ?? []).slice(0, 1),
      ...others.flatMap((answer) => differenceOf(answer, passed) ?? []).slice(0, 1),
    ];
    if (differences.length > 0) return broken(listed(differences));
    await context.sleep(Number(refusal.retryAfter) * 1000);
    const difference = differenceOf(await send(), passed);
    if (difference !== null) return broken(`The request after Retry-After ${difference}`);
    return ok(
      `${others.length} of ${answers.length} requests passed, and one more after Retry-After`,
    );
  },
};

/** Characters of one, two, three and four bytes, and several that are shown as one. */
const emoji = '🐎👩🏽‍🚀🇪🇺é漢';

/** A quote takes four bytes in the answer that Lambda encodes: 1,430,000 quotes take 5.46 MB of the limit of 5.5 MB. */
const quotes = '"'.repeat(286_000);
const fitting = 5;

const rendered = z.object({ html: z.string(), subject: z.string() });

export const largeRender: SelftestStep = {
  code: 'large-render',
  asks: 'Whether an answer just below the limit of 5.5 MB arrives whole, and a larger one is refused',
  async run(context) {
    const within = await renderQuotes(context, 'large', fitting);
    const mail = bodyOf(within, rendered);
    if (!mail) return broken(`The request for an answer of 5.46 MB got ${inShort(within)}`);
    const { html, subject } = mail;
    if (subject !== emoji || html !== emoji + quotes.repeat(fitting)) {
      const shown = inShort({ status: 200, text: `${subject} ${html}` });
      return broken(`The answer of 5.46 MB is not what was rendered: ${shown}`);
    }
    const above = await renderQuotes(context, 'larger', fitting + 1);
    const difference = differenceOf(above, refusalOf('overLimit', 'answer', '5.5 MB'));
    if (difference !== null) return broken(`The request for an answer above 5.5 MB ${difference}`);
    return ok('An answer of 5.46 MB with emoji arrived whole, and a larger one was refused');
  },
};

async function renderQuotes(
  context: StepContext,
  templateId: string,
  times: number,
): Promise<HttpAnswer> {
  const { accountId, key } = await context.account();
  const html = `{{emoji}}${'{{{quotes}}}'.repeat(times)}`;
  const source = { templateId, name: templateId, subject: emoji, html };
  await saveTemplate(context.ports, accountId, source);
  const body = JSON.stringify({ template_id: templateId, variables: { emoji, quotes } });
  return context.call({ path: '/render', key, body });
}
