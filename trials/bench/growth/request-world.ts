import { createHash, randomUUID } from 'node:crypto';
import { authorize } from '../../../functions/authorizer/run.ts';
import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import { renderStored } from '../../../functions/render/run.ts';
import { pushDemoTemplates } from '../../../local/demo/demo-templates.ts';
import type { Stops } from '../../../local/stops.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { draftLoader, templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { createTemplate } from '../../../shared/manage/templates/save-template.ts';
import { idempotencyHeader } from '../../../shared/message/idempotency-key.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { writeKey } from '../../harness/accounts.ts';
import { payloadOf, type Statement } from '../../harness/ses-report.ts';
import type { TableKind } from '../../harness/table-names.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import { type CallCounter, startCallCounter } from './count-calls.ts';
import { accountId as benchAccount } from './fill-messages.ts';

/** An account with a key and the demo's templates, whose calls to the tables are counted. */
export interface World extends Record<TableKind, Table> {
  caller: { accountId: string; keyId: string; messageParts: number };
  /** API Gateway's call of the authorizer before each request. */
  authorize: () => Promise<unknown>;
  during: CallCounter['during'];
}

export interface WorldOptions {
  /** The address of the tables' server. Default: that of a new one. */
  endpoint?: string;
  accountId?: string;
  /** The parts that the account's messages are spread over. Default: 1. */
  messageParts?: number;
}

export async function openWorld(stops: Stops, options: WorldOptions = {}): Promise<World> {
  const { accountId = benchAccount, messageParts = 1 } = options;
  const { endpoint = await startOwnTables(stops) } = options;
  const counter = stops.add(await startCallCounter(endpoint), ({ stop }) => stop());
  const tables = tablesBy(tablesClient(counter.endpoint, stops));
  const { accounts, keys, templates } = tables;
  const caller = { accountId, keyId: 'key_bench', messageParts };
  await putAccount(accounts, { ...anAccount, accountId, messageParts });
  const secret = await writeKey(keys, accountId, caller.keyId);
  await pushDemoTemplates({ templates, now: () => new Date() }, accountId);
  const type = 'TOKEN' as const;
  const request = { type, authorizationToken: `Bearer ${secret}`, methodArn: '*' };
  return {
    ...tables,
    caller,
    authorize: () => authorize(request, { readKey: (hash) => readKey(keys, hash) }),
    during: counter.during,
  };
}

const anAccount = {
  name: 'Bench',
  plan: 'team' as const,
  gatewayKeyId: 'gateway_bench',
  usageIdentifierKey: 'a'.repeat(40),
  createdAt: '2026-05-01T10:00:00.000Z',
};

type Request = () => Promise<unknown>;

/** Makes a request once and returns it: the next time its function is warm. */
export async function warm(request: Request): Promise<Request> {
  await request();
  return request;
}

export function rendering(world: World, templateId: string): Request {
  const { templates } = world;
  const ports = { loadTemplate: templateLoader(templates), loadDraft: draftLoader(templates) };
  return async () => {
    await world.authorize();
    await renderStored({ template_id: templateId, variables }, world.caller, ports);
  };
}

/** With `isKeyed`, each request has a new Idempotency-Key. */
export function executing(
  world: World,
  fields: Pick<ExecuteRequest, 'templateId' | '_to' | '_bcc'>,
  isKeyed = false,
  ports = executePorts(templateLoader(world.templates), world.messages),
): Request {
  const body = { ...fields, variables };
  return async () => {
    const key = isKeyed ? randomUUID() : undefined;
    const header = (name: string) => (name === idempotencyHeader ? key : undefined);
    await world.authorize();
    await execute(body, world.caller, { requestId: randomUUID(), body, header }, ports);
  };
}

/** Values for every template of the demo. */
const variables = { name: 'Ada', order: '1001', items: [], total: '1' };

/** Saves 500 KB of HTML that hardly compress: about the largest revision that is stored. */
export async function saveBigTemplate({ templates, caller }: World, templateId: string) {
  const source = { templateId, name: 'Big', subject: 'Big', html: `<p>${noise(500 * 1024)}</p>` };
  await createTemplate({ templates, now: () => new Date() }, caller.accountId, source);
  return source;
}

/** Text that hardly compresses, the same at every call: SHAKE256 of nothing, in base64url. */
function noise(length: number): string {
  const bytes = createHash('shake256', { outputLength: length }).digest();
  return bytes.toString('base64url').slice(0, length);
}

/** The ports of execute as in its handler, except that no domain is looked up and SES accepts every mail. */
export function executePorts(
  loadTemplate: ExecutePorts['loadTemplate'],
  messages: Table,
): ExecutePorts {
  return {
    loadTemplate,
    senderProblem: () => null,
    lookupDomain: () => Promise.reject(new Error('No domain is looked up here')),
    sendMail: async () => ({ outcome: 'sent', messageId: newSesMessageId() }),
    store: messageStore(messages),
    retentionDays: 30,
    refusedRetentionDays: 7,
    later: null,
    keepPending: async () => {},
    suppression: true,
    newMessageId,
    newTestMessageId,
    newOwner: randomUUID,
    epochMs: Date.now,
    now: () => performance.now(),
    deadline: { leftMs: () => 0 },
  };
}

/** An id as long as SES's own. */
export const newSesMessageId = () => `0100019a1b2c3d4e-${randomUUID()}-000000`;

/** A mail, and SES's reports on it. */
export interface ReportedMail {
  recipients: number;
  /** The reports on each recipient: the first report of all recipients comes before the second. */
  reports: readonly Statement['kind'][];
  /** Bytes of the mail server's answer in a report on a delay or a bounce. */
  words?: number;
  /** Whether all reports come at once. Default: one after the other. */
  atOnce?: boolean;
}

/** Sends the mail. Returns the id of its message, and a function that applies its reports. */
export async function reportedMail(
  world: World,
  { recipients, reports, words = 0, atOnce = false }: ReportedMail,
): Promise<{ messageId: string; apply: () => Promise<void> }> {
  const destination = Array.from(
    { length: recipients },
    (_, n) => `firstname.lastname${n}@customer.example`,
  );
  const { messageId, sesMessageId } = await send(world, destination);
  const payloads = reports.flatMap((kind) =>
    destination.map((address) =>
      payloadOf({
        eventId: randomUUID(),
        at: new Date().toISOString(),
        kind,
        names: [address],
        words: 'x'.repeat(words),
        sesMessageId: sesMessageId ?? '',
        destination,
        tags: { accountId: world.caller.accountId, messageId },
      }),
    ),
  );
  // Does not suppress the recipient, which would be another write.
  const ports = eventPorts({ messages: world.messages, suppression: false });
  const apply = async () => {
    if (atOnce) await Promise.all(payloads.map((each) => applySesEvent(each, ports)));
    else for (const each of payloads) await applySesEvent(each, ports);
  };
  return { messageId, apply };
}

async function send(world: World, [_to = '', ...others]: readonly string[]) {
  await executing(world, { templateId: 'welcome', _to, _bcc: others.join(', ') })();
  const newest = await listMessages(world.messages, world.caller.accountId, {
    limit: 1,
    nowMs: Date.now(),
  });
  const [message] = newest.messages;
  if (!message) throw new Error('The sent message is not in the list');
  return message;
}
