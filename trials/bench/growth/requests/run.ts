import type { Progress } from '../../../../local/progress.ts';
import type { Stops } from '../../../../local/stops.ts';
import type { Calls } from '../count-calls.ts';
import { type RequestCase, reportCases, requestCases } from './cases.ts';
import { openWorld } from './world.ts';

/** What one request took. */
export interface RequestCost {
  name: string;
  atMost: RequestCase['atMost'];
  calls: Calls;
}

/** Asks each once, and counts what passes on the wire. */
export async function measureRequests(progress: Progress, stops: Stops): Promise<RequestCost[]> {
  progress.step('Counting what single requests and reports take');
  const world = await openWorld(stops);
  const costs: RequestCost[] = [];
  for (const { name, atMost, begin } of [...requestCases, ...reportCases]) {
    const run = await begin(world);
    costs.push({ name, atMost, calls: await world.during(run) });
  }
  return costs;
}
