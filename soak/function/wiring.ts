import { randomUUID } from 'node:crypto';
import { executeRequest } from '../../functions/execute/contract.ts';
import { type ContainerPorts, portsWithin } from '../../functions/execute/ports.ts';
import { execute } from '../../functions/execute/run.ts';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/dynamodb.ts';
import { sesSender } from '../../shared/adapters/ses.ts';
import { templateLoader } from '../../shared/adapters/template-loader.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import { newMessageId } from '../../shared/message/new-message-id.ts';
import { breakPorts } from './breaks.ts';
import type { Invocation, WorkerSettings } from './messages.ts';
import { tableNames } from './table-names.ts';

/** Shorter than in `functions/execute/handler.ts`, so that a peer that hangs costs no seconds. */
const tableTimes: CallTimes = { attempts: 2, connectMs: 500, answerMs: 800 };
const sesTimes = { connectMs: 500, answerMs: 800, wholeMs: 4000 };

/** What the function takes for its own time; `environment.ts` kills it later than that. */
const functionMs = 9000;

/** Wires `execute` as its handler does, with a clock that each request may set. */
export function wire({ broken }: WorkerSettings): (request: Invocation) => Promise<ProxyAnswer> {
  const client = dynamodbClient(tableTimes);
  let aheadMs = 0;
  const container: ContainerPorts = {
    loadTemplate: templateLoader({ client, name: tableNames.templates }),
    senderProblem: () => null,
    lookupDomain: async () => {
      throw new Error('No flow of the fault run looks a domain up');
    },
    sendMail: sesSender({ configurationSet: 'soak', times: sesTimes }),
    messages: { client, name: tableNames.messages },
    retentionDays: 30,
    suppression: true,
    newMessageId,
    newOwner: randomUUID,
    epochMs: () => Date.now() + aheadMs,
    now: () => performance.now(),
  };
  const handler = endpoint({
    name: 'execute',
    request: executeRequest,
    run: (request, caller, received) =>
      execute(
        request,
        caller,
        received,
        breakPorts(portsWithin(container, received.deadline), broken),
      ),
  });
  return (invocation) => {
    aheadMs = invocation.aheadMs;
    const endsAtMs = performance.now() + functionMs;
    const getRemainingTimeInMillis = () => endsAtMs - performance.now();
    return handler(invocation.event, { getRemainingTimeInMillis } as Parameters<typeof handler>[1]);
  };
}
