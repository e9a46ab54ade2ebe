import { type ContainerPorts, portsWithin } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import { dynamodbClient } from '../../../shared/adapters/tables/dynamodb.ts';
import { requestDeadline } from '../../../shared/deadline.ts';
import { type Break, breakEventPorts } from './breaks.ts';
import type { Report, Taken } from './messages.ts';
import { functionMs, tableCallMs, tableTimes } from './scale.ts';
import { tableNames } from './table-names.ts';

/** Wires the function of SES's reports as its handler does. */
export function wireEvents(broken: Break | null): (report: Report) => Promise<Taken> {
  const container: ContainerPorts = {
    messages: {
      client: dynamodbClient(tableTimes),
      name: tableNames.messages,
      callMs: tableCallMs,
    },
    suppression: true,
  };
  return async ({ report }) => {
    const deadline = requestDeadline({ getRemainingTimeInMillis: () => functionMs });
    const ports = breakEventPorts(portsWithin(container, deadline), broken);
    try {
      await applySesEvent(report, ports);
      return { acknowledged: true };
    } catch {
      return { acknowledged: false };
    }
  };
}
