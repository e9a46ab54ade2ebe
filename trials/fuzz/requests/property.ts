import fc from 'fast-check';
import type { breachesBy } from '../../../client/openapi/breaches.ts';
import type { Endpoint } from '../../../lib/routes.ts';
import { exchange } from './exchange.ts';
import { broken } from './invariants.ts';
import { type FuzzRequest, requestTo, toWire } from './request.ts';
import type { World } from './world.ts';

/** The service that requests are sent to, and what is called after each. */
export interface Trial {
  world: World;
  promise: ReturnType<typeof breachesBy>;
  /** Called after an exchange that broke nothing, with its status (0: no answer, and none was needed) and its time. */
  onHeld: (request: FuzzRequest, status: number, ms: number) => void;
  /** Called after an exchange that broke something, also while fast-check shrinks. */
  onBroken: (request: FuzzRequest, error: Error) => void;
}

export interface Tries {
  endpoint: Endpoint;
  runs: number;
  seed: number;
}

let sent = 0;

/** Sends one request. Throws if its answer breaks an invariant. */
export async function tryRequest(
  request: FuzzRequest,
  { world, promise, onHeld, onBroken }: Trial,
): Promise<void> {
  const sender = world.senders[sent++ % world.senders.length];
  if (!sender) throw new Error('There is no account to send with');
  const exchanged = await exchange(sender.port, toWire(request, sender));
  const { canaries } = world;
  const found = broken({ request, exchange: exchanged, sender, canaries, promise });
  if (found.length > 0) {
    const error = new Error(JSON.stringify(found, null, 2));
    onBroken(request, error);
    throw error;
  }
  const [answer] = exchanged.answers;
  onHeld(request, answer?.status ?? 0, answer ? exchanged.ms : 0);
}

/** Sends requests to an endpoint, one after the other, and shrinks the first that breaks something. */
export function tryEndpoint({ endpoint, runs, seed }: Tries, trial: Trial) {
  const property = fc.asyncProperty(requestTo(endpoint), (request) => tryRequest(request, trial));
  return fc.check(property, { numRuns: runs, seed });
}
