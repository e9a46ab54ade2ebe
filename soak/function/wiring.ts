import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { executeRequest } from '../../functions/execute/contract.ts';
import { execute } from '../../functions/execute/run.ts';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { dynamodbClient } from '../../shared/adapters/dynamodb.ts';
import { messageStore } from '../../shared/adapters/message-store.ts';
import { sesSender } from '../../shared/adapters/ses.ts';
import { templateLoader } from '../../shared/adapters/template-loader.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { ProxyAnswer } from '../../shared/http/proxy.ts';
import { breakPorts } from './breaks.ts';
import type { Invocation, WorkerSettings } from './messages.ts';
import { tableNames } from './table-names.ts';

/** Shorter than in `functions/execute/handler.ts`, so that a peer that hangs costs no seconds. */
const tableTimes: CallTimes = { attempts: 2, connectMs: 500, answerMs: 800 };
const sesTimes = { connectMs: 500, answerMs: 800, wholeMs: 4000 };

/** Wires `execute` as its handler does, with a clock that each request may set. */
export function wire({ broken }: WorkerSettings): (request: Invocation) => Promise<ProxyAnswer> {
  const client = dynamodbClient(tableTimes);
  let aheadMs = 0;
  const ports = breakPorts(
    {
      loadTemplate: templateLoader({ client, name: tableNames.templates }),
      senderProblem: () => null,
      lookupDomain: async () => {
        throw new Error('No flow of the fault run looks a domain up');
      },
      sendMail: sesSender({ configurationSet: 'soak', times: sesTimes }),
      store: messageStore({ client, name: tableNames.messages }),
      retentionDays: 30,
      suppression: true,
      newMessageId: ulid,
      newOwner: randomUUID,
      epochMs: () => Date.now() + aheadMs,
      now: () => performance.now(),
    },
    broken,
  );
  const handler = endpoint({
    name: 'execute',
    request: executeRequest,
    run: (request, caller, received) => execute(request, caller, received, ports),
  });
  const context = {} as Parameters<typeof handler>[1];
  return (invocation) => {
    aheadMs = invocation.aheadMs;
    return handler(invocation.event, context);
  };
}
