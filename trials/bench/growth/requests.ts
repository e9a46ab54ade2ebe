import { createHash, randomUUID } from 'node:crypto';
import { eventPorts } from '../../../functions/events/ports.ts';
import { applySesEvent } from '../../../functions/events/run.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { changeTemplate, createTemplate } from '../../../shared/manage/templates/save-template.ts';
import { payloadOf, type Statement } from '../../harness/ses-report.ts';
import type { Row } from '../rows.ts';
import { type Calls, inWords } from './count-calls.ts';
import {
  type CountedAccount,
  executing,
  openCountedAccount,
  rendering,
  type Work,
} from './counted-account.ts';

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
  request('save over such a template', 98, 390, async (account) => {
    const changed = { ...(await saveBigTemplate(account, 'saved')), subject: 'Changed' };
    return () => changeTemplate({ ...account, now }, account.caller.accountId, changed, 1);
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

/** Makes a request once and returns it: the next time its function is warm. */
async function warm(work: Work): Promise<Work> {
  await work();
  return work;
}

/** Saves 500 KB of HTML that hardly compress: about the largest revision that is stored. */
async function saveBigTemplate(account: CountedAccount, templateId: string) {
  // Text that hardly compresses, the same at every call: SHAKE256 of nothing.
  const length = 500 * 1024;
  const noise = createHash('shake256', { outputLength: length }).digest('base64url');
  const html = `<p>${noise.slice(0, length)}</p>`;
  const source = { templateId, name: 'Big', subject: 'Big', html };
  await createTemplate({ ...account, now }, account.caller.accountId, source);
  return source;
}

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
