import { randomUUID } from 'node:crypto';
import { batchRequest } from '../../../functions/batch/contract.ts';
import { type ContainerPorts, portsWithin } from '../../../functions/batch/ports.ts';
import { batch } from '../../../functions/batch/run.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { tableNames } from '../../harness/table-names.ts';
import { forgetClaims } from '../function/breaks.ts';
import { readClock } from '../function/clock.ts';
import { ownWakeUps, table, timeFromNow } from '../function/container.ts';
import type { Executed, Execution } from '../function/messages.ts';

/** Wires `batch` as its handler does, with a clock that each request may set. */
export function wireBatch(broken: string | null): (execution: Execution) => Promise<Executed> {
  let clock = Date.now;
  const container: ContainerPorts = {
    loadTemplate: templateLoader(table(tableNames.templates)),
    senderProblem: () => null,
    lookupDomain: async () => {
      throw new Error('No flow of the soak looks up a domain');
    },
    messages: table(tableNames.messages),
    retentionDays: 30,
    refusedRetentionDays: 7,
    wakeUps: ownWakeUps(),
    suppression: true,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs: () => clock(),
    now: () => performance.now(),
  };
  const handler = endpoint({
    name: 'batch',
    scope: { name: 'execute' },
    request: batchRequest,
    run: (request, caller, received) => {
      const ports = portsWithin(container, received.deadline);
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
