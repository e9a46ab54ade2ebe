import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import { executeRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { deadlineOf, requestDeadline, runRequest, runSend } from '../../../shared/deadline.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { tableNames } from '../../harness/table-names.ts';
import { ownAnnouncer } from '../webhooks/wiring.ts';
import { type Break, breakDeadline, breakEventPorts, breakPorts } from './breaks.ts';
import { readClock } from './clock.ts';
import { acceptingContainer, table, timeFromNow } from './container.ts';
import type { Executed, Execution, Report, Taken } from './messages.ts';
import { functionMs, sesTimes } from './scale.ts';

/** Wires `execute` as its handler does, with a clock that each request may set. */
export function wireExecute(broken: Break | null): (execution: Execution) => Promise<Executed> {
  let clock = Date.now;
  let settling = new Settling();
  const container = acceptingContainer(() => clock(), 'begin');
  const sendMail = sesSender({ configurationSet: 'soak', times: sesTimes });
  const handler = endpoint({
    name: 'execute',
    scope: { name: 'execute' },
    request: executeRequest,
    run: (request, caller, received) => {
      const run = () => {
        const ports = settling.watch({ ...container(), sendMail, deadline: deadlineOf('settle') });
        return execute(request, caller, received, breakPorts(ports, broken));
      };
      return runRequest(breakDeadline(deadlineOf(), broken), () => runSend(run));
    },
  });
  return async (execution) => {
    clock = readClock(execution.clock);
    settling = new Settling();
    const answer = await handler(execution.event, timeFromNow() as Parameters<typeof handler>[1]);
    return { answer, endLost: settling.failed };
  };
}

/** Notes whether the last call that had to record the end of a send failed. */
class Settling {
  failed = false;

  watch(ports: ExecutePorts): ExecutePorts {
    const { store } = ports;
    const { settleMessage, readMessage } = store;
    return {
      ...ports,
      store: {
        ...store,
        settleMessage: (...settled) => this.after(settleMessage(...settled)),
        readMessage: (...asked) => this.after(readMessage(...asked)),
      },
    };
  }

  private async after<T>(call: Promise<T>): Promise<T> {
    this.failed = true;
    const result = await call;
    this.failed = false;
    return result;
  }
}

/** Wires the events function as its handler does. */
export function wireEvents(broken: Break | null): (report: Report) => Promise<Taken> {
  const ports = breakEventPorts(
    eventPorts({
      messages: table(tableNames.messages),
      suppression: true,
      announcer: ownAnnouncer(broken),
    }),
    broken,
  );
  return async ({ report }) => {
    const deadline = requestDeadline({ getRemainingTimeInMillis: () => functionMs });
    try {
      await runRequest(deadline, () => applySesEvent(report, ports));
      return { acknowledged: true };
    } catch {
      return { acknowledged: false };
    }
  };
}
