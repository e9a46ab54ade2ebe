import { broken, ok, unknown } from '../../../shared/manage/doctor/check.ts';
import { NotKnown } from '../../../shared/manage/doctor/not-known.ts';
import type { Bench } from '../bench.ts';
import { differenceOf, inShort, refusalOf } from '../probe.ts';
import { differing, type Step } from '../step.ts';

const MB = 2 ** 20;
const refusal = refusalOf('bodyTooLarge');

export const tooLarge: Step = {
  code: 'too-large',
  asks: 'Whether bodies of 1.1, 5 and 11 MB are a 413: by the function, by Lambda and by the gateway',
  costs: { requests: 3 },
  lasts: 'as long as uploading 17 MB takes',
  leaves: 'nothing',
  async run(bench) {
    const { key } = await bench.account();
    const own = await answerTo(bench, key, 1.1 * MB);
    const difference = own && differenceOf(own, refusal);
    if (difference) return broken(`A body of 1.1 MB ${difference}`);
    // docs/api.md promises the status alone: these bodies may be AWS's own.
    const others = await Promise.all(
      [5, 11].map(async (size) => ({ size, answer: await answerTo(bench, key, size * MB) })),
    );
    const wrong = others.filter(({ answer }) => answer !== null && answer.status !== 413);
    if (wrong.length > 0) {
      return broken(
        differing(
          wrong.map(
            ({ size, answer }) => `${size} MB was answered with ${inShort(answer ?? none)}`,
          ),
        ),
      );
    }
    const silent = others.filter(({ answer }) => answer === null).map(({ size }) => `${size} MB`);
    if (own === null) silent.unshift('1.1 MB');
    if (silent.length > 0)
      return unknown(`The connection broke before an answer to ${silent.join(' and ')}`);
    const foreign = others.filter(({ answer }) => answer?.text !== refusal.text);
    const whose = foreign.map(
      ({ size, answer }) => `; that to ${size} MB is AWS's: ${answer?.text}`,
    );
    return ok(`Bodies of 1.1, 5 and 11 MB were answered with 413${whose.join('')}`);
  },
};

const none = { status: 0, text: '' };

/** Null where the server closed the connection on the way, as it may. */
async function answerTo(bench: Bench, key: string, bytes: number) {
  try {
    return await bench.call({ path: '/render', key, body: Buffer.alloc(bytes, 'x') });
  } catch (error) {
    if (error instanceof NotKnown) return null;
    throw error;
  }
}
