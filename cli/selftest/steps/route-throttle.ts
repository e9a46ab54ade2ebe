import { broken, ok, unknown } from '../../../shared/manage/doctor/check.ts';
import type { Answer } from '../http.ts';
import { differenceOf, refusalOf } from '../probe.ts';
import type { Step } from '../step.ts';

const atOnce = 60;
const mostRequests = 900;

const notFound = refusalOf('notFound');
const refusal = refusalOf('rateExceeded');

export const routeThrottle: Step = {
  code: 'route-throttle',
  asks: 'Whether the routes without a key are throttled for all callers together, with our 429',
  costs: { requests: mostRequests },
  lasts: 'seconds',
  leaves: 'nothing; unknown routes of the API are throttled for a second or two',
  async run(bench) {
    const send = () => bench.call({ path: '/nothing' });
    for (let sent = atOnce; sent <= mostRequests; sent += atOnce) {
      const answers: Answer[] = await Promise.all(Array.from({ length: atOnce }, send));
      const refused = answers.find(({ status }) => status !== notFound.status);
      if (refused === undefined) continue;
      const difference = differenceOf(refused, refusal);
      if (difference !== null)
        return broken(`One of ${sent} requests to an unknown route ${difference}`);
      return ok(`Requests to an unknown route were throttled within ${sent}`);
    }
    return unknown(
      `${mostRequests} requests to an unknown route passed: this line may be too slow`,
    );
  },
};
