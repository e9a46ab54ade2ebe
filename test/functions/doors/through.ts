import { batchRequest } from '../../../functions/batch/contract.ts';
import { batch } from '../../../functions/batch/run.ts';
import { cancelRequest } from '../../../functions/cancel/contract.ts';
import { cancelMessages } from '../../../functions/cancel/run.ts';
import { executeRequest } from '../../../functions/execute/contract.ts';
import { execute } from '../../../functions/execute/run.ts';
import { messageRequest } from '../../../functions/message/contract.ts';
import { findMessages } from '../../../functions/message/run.ts';
import { withDoors } from '../../../shared/doors/door.ts';
import { resendCancel, resendMessage } from '../../../shared/doors/resend/message.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import type { ProxyEvent } from '../../../shared/http/proxy.ts';
import { startTables, type TestTables } from '../../dynalite.ts';
import { afterEach, beforeEach } from '../../jest.ts';
import { catchPrinted, type PrintedLines } from '../../printed-lines.ts';
import { batches, type DoorRequest, eventOf, sends } from '../../shared/doors/at-the-door.ts';
import { type Batching, startBatching } from '../batch/batching.ts';
import { lookingUp, template } from '../execute/sending.ts';

/** A separate account for each test, with the templates `hello`, `raw`, `checked` (the domain) and `receipt` (not sent). */
export let account: Batching;
export let tables: TestTables;
export let printed: PrintedLines;

const raw = compileTemplate({
  subject: '{{{subject}}}',
  html: '{{{html}}}',
  text: '{{{text}}}',
});
const output = { type: 'callback', node: null } as const;
export const templates = {
  hello: template,
  raw: { ...template, compiled: raw },
  checked: { ...template, plan: lookingUp },
  receipt: { ...template, plan: { ...template.plan, output } },
};

/** Begins each test of a file with a new account. */
export async function startAccounts(): Promise<void> {
  tables = await startTables();
  beforeEach(() => {
    account = startBatching(tables.messages);
    const load = async (_: string, id: string) =>
      Object.hasOwn(templates, id) ? templates[id as keyof typeof templates] : null;
    Object.assign(account.ports, { loadTemplate: load });
    Object.assign(account.batchPorts, { loadTemplate: load });
    printed = catchPrinted();
  });
  afterEach(() => printed.restore());
}

type Key = NonNullable<ProxyEvent['requestContext']['authorizer']>;

export interface Asked extends DoorRequest {
  /** The key, in the authorizer's words. Default: a live key without scopes. */
  as?: Key;
  /** Changes of the account's ports. */
  ports?: Partial<Batching['ports']>;
}

/** Sends a request to a door, whose function runs with the account's tables and its SES. */
export async function ask(resource: string, { as, ports, ...request }: Asked) {
  const { accountId } = account;
  const event = eventOf(resource, request);
  event.requestContext.authorizer = { accountId, keyId: 'key_1', ...as };
  const answer = await handlerOf(resource, ports)(event, {
    getRemainingTimeInMillis: () => 60_000,
  });
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) };
}

function handlerOf(resource: string, ports: Asked['ports']) {
  const shared = { ...tables, epochMs: account.nowMs };
  if (resource.endsWith('/cancel'))
    return withDoors([resendCancel], {
      ...{ name: 'cancel', scope: { name: 'execute' }, request: cancelRequest },
      run: (request, caller) =>
        cancelMessages(request, caller, { ...shared, forget: async () => {} }),
    });
  if (resource.endsWith('/{id}'))
    return withDoors([resendMessage], {
      ...{ name: 'message', scope: { name: 'messages' }, request: messageRequest },
      run: (request, caller) => findMessages(request, caller, shared),
    });
  if (batches.some((door) => door.resource === resource))
    return withDoors(batches, {
      ...{ name: 'batch', scope: { name: 'execute' }, request: batchRequest },
      run: (request, caller, received) =>
        batch(request, caller, received, { ...account.batchPorts, ...ports }),
    });
  return withDoors(sends, {
    ...{ name: 'execute', request: executeRequest },
    scope: { name: 'execute', templateOf: ({ templateId }) => templateId },
    run: (request, caller, received) =>
      execute(request, caller, received, { ...account.ports, ...ports }),
  });
}

/** What the function logged last. */
export const logged = () => JSON.parse(printed.lines.at(-1) ?? '{}');
