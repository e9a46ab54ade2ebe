import { broken, ok, unknown } from '../../../../shared/manage/doctor/check.ts';
import { differenceOf, refusalOf } from '../context/probe.ts';
import { judged, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

const notFound = refusalOf('notFound');

/** Other methods of a POST route, and paths that are not routes. */
const unknownRequests: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/render'],
  ['PUT', '/render'],
  ['PATCH', '/render'],
  ['DELETE', '/render'],
  ['OPTIONS', '/render'],
  ['POST', ''],
  ['GET', '/'],
  ['POST', '/nothing'],
  ['POST', '/render/'],
  ['POST', '/render/one'],
  ['POST', '/Verify'],
];

export const unknownRoutes: Step = {
  code: 'unknown-routes',
  asks: 'Whether unknown routes and methods get 404, with a key and without, and no answer repeats the key',
  costs: { requests: 2 * unknownRequests.length },
  async run(context) {
    const { key } = await context.account();
    const differences = [
      ...(await answeredWith(context, undefined, 'without a key')),
      ...(await answeredWith(context, key, 'with a key')),
    ];
    const count = 2 * unknownRequests.length;
    return judged(differences, `${count} requests to unknown routes got 404`);
  },
};

async function answeredWith(
  context: StepContext,
  key: string | undefined,
  how: string,
): Promise<string[]> {
  const differences: string[] = [];
  for (const [method, path] of unknownRequests) {
    const what = `${method} ${path || '(the base address)'} ${how}`;
    const answer = await context.call({ method, path, key });
    if (key !== undefined && JSON.stringify(answer).includes(key)) {
      differences.push(`${what} got an answer that contains the key`);
      continue;
    }
    const difference = differenceOf(answer, notFound);
    if (difference !== null) differences.push(`${what} ${difference}`);
  }
  return differences;
}

const atOnce = 60;
const mostRequests = 900;

export const routeThrottle: Step = {
  code: 'route-throttle',
  asks: 'Whether the routes without a key are throttled for all callers together, with our 429',
  costs: { requests: mostRequests },
  async run(context) {
    const send = () => context.call({ path: '/nothing' });
    for (let sent = atOnce; sent <= mostRequests; sent += atOnce) {
      const answers = await Promise.all(Array.from({ length: atOnce }, send));
      const refused = answers.find(({ status }) => status !== notFound.status);
      if (refused === undefined) continue;
      const difference = differenceOf(refused, refusalOf('rateExceeded'));
      return difference === null
        ? ok(`Requests to an unknown route were throttled within ${sent}`)
        : broken(`One of ${sent} requests to an unknown route ${difference}`);
    }
    return unknown(
      `${mostRequests} requests to an unknown route passed: this connection may be too slow`,
    );
  },
};
