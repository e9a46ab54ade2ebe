import { batchRequest } from '../../../functions/batch/contract.ts';
import { batch } from '../../../functions/batch/run.ts';
import { deadlineOf } from '../../../shared/deadline.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { forgetClaims } from '../function/breaks.ts';
import { readClock } from '../function/clock.ts';
import { acceptingContainer, timeFromNow } from '../function/container.ts';
import type { Executed, Execution } from '../function/messages.ts';

/** Wires `batch` as its handler does, with a clock that each request may set. */
export function wireBatch(broken: string | null): (execution: Execution) => Promise<Executed> {
  let clock = Date.now;
  const container = acceptingContainer(() => clock(), 'send');
  const handler = endpoint({
    name: 'batch',
    scope: { name: 'execute' },
    request: batchRequest,
    sends: true,
    run: (request, caller, received) => {
      const ports = { ...container(), deadline: deadlineOf('begin') };
      const store = broken === 'batch-no-claim' ? forgetClaims(ports.store) : ports.store;
      return batch(request, caller, received, { ...ports, store });
    },
  });
  return async (execution) => {
    clock = readClock(execution.clock);
    const answer = await handler(execution.event, timeFromNow() as Parameters<typeof handler>[1]);
    return { answer, endLost: false };
  };
}
