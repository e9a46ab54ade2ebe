import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import { plans } from '../../../shared/plans.ts';
import type { Answer } from '../http.ts';
import { differenceOf, refusalOf } from '../probe.ts';
import { differing, type Step } from '../step.ts';

/** How many are on their way at once. */
const atOnce = 50;

/** AWS counts as well as it can, at several places: within these at the latest it refuses. */
const mostRequests = 400;

const refusal = refusalOf('rateExceeded');

export const rate: Step = {
  code: 'rate',
  asks: `Whether ${plans.free.requestsPerMinute} requests a minute pass on plan free, and more of them are a 429 with Retry-After`,
  costs: { requests: mostRequests + 30 },
  lasts: 'seconds',
  leaves: 'nothing',
  async run(bench) {
    const { key } = await bench.account('free');
    // Full again after the requests that asked whether the key is ready.
    await bench.sleep(bench.options.patience.pollMs * 5);
    const send = () => bench.call({ path: '/render', key, body: '{}' });
    const answers: Answer[] = [];
    const isRefused = ({ status }: Answer) => status === refusal.status;
    while (!answers.some(isRefused) && answers.length < mostRequests) {
      answers.push(...(await Promise.all(Array.from({ length: atOnce }, send))));
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
    if (differences.length > 0) return broken(differing(differences));
    await bench.sleep(Number(refusal.retryAfter) * 1000);
    const difference = differenceOf(await send(), passed);
    if (difference !== null) return broken(`The request after Retry-After ${difference}`);
    return ok(
      `${answers.length - refused.length} of ${answers.length} requests passed, and one more after Retry-After`,
    );
  },
};

const passed = refusalOf('required', 'template_id');
