import { randomUUID } from 'node:crypto';
import { executeRequest } from '../../../functions/execute/contract.ts';
import { type ContainerPorts, portsWithin } from '../../../functions/execute/ports.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import { sesSender } from '../../../shared/adapters/ses/ses.ts';
import { dynamodbClient } from '../../../shared/adapters/tables/dynamodb.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { endpoint } from '../../../shared/http/endpoint.ts';
import { newMessageId } from '../../../shared/message/message-id.ts';
import { type Break, breakDeadline, breakPorts } from './breaks.ts';
import { readClock } from './clock.ts';
import type { Executed, Execution } from './messages.ts';
import { functionMs, sesTimes, tableCallMs, tableTimes } from './scale.ts';
import { tableNames } from './table-names.ts';

/** Wires `execute` as its handler does, with a clock that each request may set. */
export function wire(broken: Break | null): (execution: Execution) => Promise<Executed> {
  const client = dynamodbClient(tableTimes);
  const table = (name: string) => ({ client, name, callMs: tableCallMs });
  let clock = Date.now;
  let ending = new Ending();
  const container: ContainerPorts = {
    loadTemplate: templateLoader(table(tableNames.templates)),
    senderProblem: () => null,
    lookupDomain: async () => {
      throw new Error('No flow of the fault run looks a domain up');
    },
    sendMail: sesSender({ configurationSet: 'soak', times: sesTimes }),
    messages: table(tableNames.messages),
    retentionDays: 30,
    suppression: true,
    newMessageId,
    newOwner: randomUUID,
    epochMs: () => clock(),
    now: () => performance.now(),
  };
  const handler = endpoint({
    name: 'execute',
    request: executeRequest,
    run: (request, caller, received) => {
      const ports = portsWithin(container, breakDeadline(received.deadline, broken));
      return execute(request, caller, received, breakPorts(ending.watch(ports), broken));
    },
  });
  return async (execution) => {
    clock = readClock(execution.clock);
    ending = new Ending();
    const endsAtMs = performance.now() + functionMs;
    const time = { getRemainingTimeInMillis: () => endsAtMs - performance.now() };
    const answer = await handler(execution.event, time as Parameters<typeof handler>[1]);
    return { answer, endHit: ending.isHit };
  };
}

/** Whether the last call that was to write the end of a send failed. */
class Ending {
  isHit = false;

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
    this.isHit = true;
    const result = await call;
    this.isHit = false;
    return result;
  }
}
