import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import type { Bench } from '../bench.ts';
import { differenceOf, refusalOf } from '../probe.ts';
import { differing, type Step } from '../step.ts';

/** Every method at a route that is POST alone, and paths that are no routes. */
const unknown: readonly (readonly [method: string, path: string])[] = [
  ...['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => [method, '/render'] as const),
  ['POST', ''],
  ['GET', '/'],
  ['POST', '/nothing'],
  ['POST', '/render/'],
  ['POST', '/render/one'],
  ['POST', '/Verify'],
];

export const unknownRoutes: Step = {
  code: 'unknown-routes',
  asks: 'Whether unknown routes and methods are a 404, with a key and without, and no answer repeats the key',
  costs: { requests: 2 * unknown.length },
  lasts: 'seconds',
  leaves: 'nothing',
  async run(bench) {
    const { key } = await bench.account();
    const differences = [
      ...(await askedWith(bench, undefined, 'without a key')),
      ...(await askedWith(bench, key, 'with a key')),
    ];
    if (differences.length > 0) return broken(differing(differences));
    return ok(`${2 * unknown.length} requests to unknown routes were answered with 404`);
  },
};

async function askedWith(bench: Bench, key: string | undefined, how: string): Promise<string[]> {
  const differences: string[] = [];
  for (const [method, path] of unknown) {
    const what = `${method} ${path || '(the base address)'} ${how}`;
    const answer = await bench.call({ method, path, key });
    if (key !== undefined && JSON.stringify(answer).includes(key)) {
      differences.push(`${what} was answered with the key in it`);
      continue;
    }
    const difference = differenceOf(answer, refusalOf('notFound'));
    if (difference !== null) differences.push(`${what} ${difference}`);
  }
  return differences;
}
