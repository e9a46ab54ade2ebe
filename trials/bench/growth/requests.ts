import { createHash, randomUUID } from 'node:crypto';
import { authorize } from '../../../functions/authorizer/run.ts';
import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { type ExecutePorts, execute } from '../../../functions/execute/run.ts';
import { renderStored } from '../../../functions/render/run.ts';
import { pushDemoTemplates } from '../../../local/demo/demo-templates.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { putAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import type { Table } from '../../../shared/adapters/tables/dynamodb.ts';
import { readKey } from '../../../shared/adapters/tables/keys-table.ts';
import { messageStore } from '../../../shared/adapters/tables/messages-table-writes.ts';
import { draftLoader, templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { changeTemplate, createTemplate } from '../../../shared/manage/templates/save-template.ts';
import { idempotencyHeader } from '../../../shared/message/idempotency-key.ts';
import { newMessageId, newTestMessageId } from '../../../shared/message/message-id.ts';
import { writeKey } from '../../harness/accounts.ts';
import { payloadOf, type Statement } from '../../harness/ses-report.ts';
import type { TableKind } from '../../harness/table-names.ts';
import { startOwnTables, tablesBy, tablesClient } from '../../harness/tables.ts';
import type { Row } from '../rows.ts';
import { type CallCounter, type Calls, inWords, startCallCounter } from './count-calls.ts';

/** An account with a key and the demo's templates, whose calls to the tables are counted. */
interface CountedAccount extends Record<TableKind, Table> {
  caller: { accountId: string; keyId: string; messageParts: number };
  /** API Gateway's call of the authorizer before each request. */
  authorize: () => Promise<unknown>;
  during: CallCounter['during'];
}

type Work = () => Promise<unknown>;

/** A request, and the most table capacity that it may take. */
interface RequestCase {
  name: string;
  atMost: Calls['units'];
  /** Prepares it, and returns the work that is counted. */
  begin: (account: CountedAccount) => Work | Promise<Work>;
}

const receipt = { templateId: 'receipt' };
const welcome = { templateId: 'welcome', _to: 'firstname.lastname@customer.example' };
const others = Array.from({ length: 49 }, (_, n) => `firstname.lastname${n}@customer.example`);
const toFifty = { ...welcome, _bcc: others.join(', ') };
const toNobody = { ...welcome, _to: 'nobody' };
const now = () => new Date();

const request = (
  name: string,
  reads: number,
  writes: number,
  begin: RequestCase['begin'],
): RequestCase => ({ name, atMost: { reads, writes }, begin });

/** SES's reports on one mail. */
const reports = (name: string, reads: number, writes: number, mail: ReportedMail): RequestCase => ({
  name,
  atMost: { reads, writes },
  begin: async (account) => (await reportedMail(account, mail)).apply,
});

/** Shows a message after SES's report on each recipient. */
const showing = (name: string, reads: number, recipients: number): RequestCase => ({
  name,
  atMost: { reads, writes: 0 },
  begin: async (account) => {
    const { messages, caller } = account;
    const mail = await reportedMail(account, { recipients, reports: ['delivery'], atOnce: true });
    await mail.apply();
    return () => showWithDeliveries({ messages, now }, caller.accountId, mail.messageId);
  },
});

const requestCases: readonly RequestCase[] = [
  request('render, warm', 2, 0, (account) => warm(rendering(account, 'receipt'))),
  request('execute to a callback, warm', 2, 0, (account) => warm(executing(account, receipt))),
  request('verify', 1, 0, ({ authorize }) => authorize),
  request('send, without an Idempotency-Key', 2.5, 3, (account) =>
    warm(executing(account, welcome)),
  ),
  request('send, with an Idempotency-Key', 4, 4, (account) =>
    warm(executing(account, welcome, true)),
  ),
  request('execute that the flow refuses', 2.5, 1, (account) => warm(executing(account, toNobody))),
  request('send to 50 recipients', 30, 8, (account) => warm(executing(account, toFifty))),
  request('render of 500 KB that hardly compress, cold', 97, 0, async (account) => {
    await saveBigTemplate(account, 'cold');
    return rendering(account, 'cold');
  }),
  request('save over such a template', 97, 380, async (account) => {
    const { templates, caller } = account;
    const changed = { ...(await saveBigTemplate(account, 'saved')), subject: 'Changed' };
    return () => changeTemplate({ templates, now }, caller.accountId, changed, 1);
  }),
  request('page of 50 messages', 13, 0, async (account) => {
    await inParallel(Array.from({ length: 50 }), executing(account, welcome));
    const { accounts, messages, caller } = account;
    return () => listMessages({ accounts, messages, now }, caller.accountId, { limit: 50 });
  }),
  showing('show a message to 1 recipient', 2, 1),
  showing('show a message to 50 recipients', 35, 50),
  reports('1 recipient, delivered', 0.5, 1, { recipients: 1, reports: ['delivery'] }),
  reports('50 recipients, delivered', 50, 120, { recipients: 50, reports: ['delivery'] }),
  reports('50, delivered, all at once', 200, 250, {
    ...{ recipients: 50, reports: ['delivery'], atOnce: true },
  }),
  reports('50, bounced, 300 B of words each', 50, 300, {
    ...{ recipients: 50, reports: ['permanent bounce'], words: 300 },
  }),
  reports('50, two delays and a bounce each, 300 B', 150, 600, {
    ...{ recipients: 50, reports: ['delay', 'delay', 'permanent bounce'], words: 300 },
  }),
  reports('1 recipient, a bounce with 210 KB of words', 0.5, 2, {
    ...{ recipients: 1, reports: ['permanent bounce'], words: 210 * 1024 },
  }),
];

/** The calls of one request. */
export interface RequestCost extends Pick<RequestCase, 'name' | 'atMost'> {
  calls: Calls;
}

/** Makes each request once, and counts its calls to the tables. */
export async function measureRequests(progress: Progress, stops: Stops): Promise<RequestCost[]> {
  progress.step('Counting the calls of single requests and reports');
  const account = await openCountedAccount(stops);
  const costs: RequestCost[] = [];
  for (const { name, atMost, begin } of requestCases) {
    const work = await begin(account);
    costs.push({ name, atMost, calls: await account.during(work) });
  }
  return costs;
}

export function requestRow({ name, atMost, calls: { requests, units } }: RequestCost): Row {
  return {
    name,
    figures: { requests: inWords(requests), RCU: units.reads, WCU: units.writes },
    goal: `≤ ${atMost.reads} RCU, ${atMost.writes} WCU`,
    holds: units.reads <= atMost.reads && units.writes <= atMost.writes,
  };
}

async function openCountedAccount(stops: Stops): Promise<CountedAccount> {
  const counter = stops.add(await startCallCounter(await startOwnTables(stops)), ({ stop }) =>
    stop(),
  );
  const tables = tablesBy(tablesClient(counter.endpoint, stops));
  const { accounts, keys, templates } = tables;
  const caller = { accountId: 'acc_bench', keyId: 'key_bench', messageParts: 1 };
  await putAccount(accounts, {
    ...{ accountId: caller.accountId, name: 'Bench', plan: 'team', messageParts: 1 },
    ...{ gatewayKeyId: 'gateway_bench', usageIdentifierKey: 'a'.repeat(40) },
    createdAt: '2026-05-01T10:00:00.000Z',
  });
  const secret = await writeKey(keys, caller.accountId, caller.keyId);
  await pushDemoTemplates({ templates, now }, caller.accountId);
  const asked = { type: 'TOKEN', authorizationToken: `Bearer ${secret}`, methodArn: '*' } as const;
  return {
    ...tables,
    caller,
    authorize: () => authorize(asked, { readKey: (hash) => readKey(keys, hash) }),
    during: counter.during,
  };
}

/** Makes a request once and returns it: the next time its function is warm. */
async function warm(work: Work): Promise<Work> {
  await work();
  return work;
}

function rendering(account: CountedAccount, templateId: string): Work {
  const { templates } = account;
  const ports = { loadTemplate: templateLoader(templates), loadDraft: draftLoader(templates) };
  return async () => {
    await account.authorize();
    await renderStored({ template_id: templateId, variables }, account.caller, ports);
  };
}

/** With `isKeyed`, each request has a new Idempotency-Key. */
function executing(
  account: CountedAccount,
  fields: Pick<ExecuteRequest, 'templateId' | '_to' | '_bcc'>,
  isKeyed = false,
): Work {
  const ports = executePorts(templateLoader(account.templates), account.messages);
  const body = { ...fields, variables };
  return async () => {
    const key = isKeyed ? randomUUID() : undefined;
    const header = (name: string) => (name === idempotencyHeader ? key : undefined);
    await account.authorize();
    await execute(body, account.caller, { requestId: randomUUID(), body, header }, ports);
  };
}

/** Values for every template of the demo. */
const variables = { name: 'Ada', order: '1001', items: [], total: '1' };

/** Saves 500 KB of HTML that hardly compress: about the largest revision that is stored. */
async function saveBigTemplate({ templates, caller }: CountedAccount, templateId: string) {
  // Text that hardly compresses, the same at every call: SHAKE256 of nothing.
  const length = 500 * 1024;
  const noise = createHash('shake256', { outputLength: length }).digest('base64url');
  const html = `<p>${noise.slice(0, length)}</p>`;
  const source = { templateId, name: 'Big', subject: 'Big', html };
  await createTemplate({ templates, now }, caller.accountId, source);
  return source;
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
const newSesMessageId = () => `0100019a1b2c3d4e-${randomUUID()}-000000`;

/** A mail, and SES's reports on it. */
interface ReportedMail {
  recipients: number;
  /** The reports on each recipient: the first report of all recipients comes before the second. */
  reports: readonly Statement['kind'][];
  /** Bytes of the mail server's answer in a report on a delay or a bounce. */
  words?: number;
  /** Whether all reports come at once. Default: one after the other. */
  atOnce?: boolean;
}

/** Sends the mail. Returns the id of its message, and a function that applies its reports. */
async function reportedMail(
  account: CountedAccount,
  { recipients, reports, words = 0, atOnce = false }: ReportedMail,
): Promise<{ messageId: string; apply: () => Promise<void> }> {
  const { accounts, messages, caller } = account;
  const destination = [welcome._to, ...others].slice(0, recipients);
  const [_to = '', ...copies] = destination;
  await executing(account, { ...welcome, _to, _bcc: copies.join(', ') })();
  const newest = await listMessages({ accounts, messages, now }, caller.accountId, { limit: 1 });
  const [{ messageId, sesMessageId } = missing()] = newest.messages;
  const payloads = reports.flatMap((kind) =>
    destination.map((address) =>
      payloadOf({
        eventId: randomUUID(),
        at: now().toISOString(),
        kind,
        names: [address],
        words: 'x'.repeat(words),
        sesMessageId: sesMessageId ?? '',
        destination,
        tags: { accountId: caller.accountId, messageId },
      }),
    ),
  );
  // Does not suppress the recipient, which would be another write.
  const ports = eventPorts({ messages, suppression: false });
  const apply = async () => {
    if (atOnce) await Promise.all(payloads.map((each) => applySesEvent(each, ports)));
    else for (const each of payloads) await applySesEvent(each, ports);
  };
  return { messageId, apply };
}

function missing(): never {
  throw new Error('The sent message is not in the list');
}
