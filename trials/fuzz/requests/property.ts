import fc from 'fast-check';
import type { breachesBy } from '../../../client/openapi/breaches.ts';
import type { Endpoint } from '../../../lib/routes.ts';
import { exchange } from './exchange.ts';
import type { FuzzAccounts } from './fuzz-accounts.ts';
import { broken } from './invariants.ts';
import { requestTo, toWire } from './request.ts';

/** The accounts that requests are sent from, and the document that answers must follow. */
export interface Trial {
  accounts: FuzzAccounts;
  promise: ReturnType<typeof breachesBy>;
  /** Called after an exchange that broke nothing, with its status (0: no answer, and none was needed). */
  onHeld: (status: number) => void;
}

export interface Tries {
  endpoint: Endpoint;
  runs: number;
  seed: number;
}

let sent = 0;

/** Sends requests to an endpoint, one after the other, and shrinks the first that breaks an invariant. */
export function tryEndpoint({ endpoint, runs, seed }: Tries, trial: Trial) {
  const { promise, onHeld } = trial;
  const { senders, canaries } = trial.accounts;
  const property = fc.asyncProperty(requestTo(endpoint), async (request) => {
    const sender = senders[sent++ % senders.length];
    if (!sender) throw new Error('There is no account to send with');
    const exchanged = await exchange(sender.port, toWire(request, sender));
    const found = broken({ request, exchange: exchanged, sender, canaries, promise });
    if (found.length > 0) throw new Error(JSON.stringify(found, null, 2));
    onHeld(exchanged.answers[0]?.status ?? 0);
  });
  return fc.check(property, { numRuns: runs, seed });
}
