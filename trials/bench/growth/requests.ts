import type { Progress } from '../../../local/progress.ts';
import type { Stops } from '../../../local/stops.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { showWithDeliveries } from '../../../shared/manage/messages/webhook-timeline.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { changeTemplate } from '../../../shared/manage/templates/save-template.ts';
import type { Row } from '../rows.ts';
import type { Units } from './consumed.ts';
import { type Calls, inWords } from './count-calls.ts';
import {
  executing,
  openWorld,
  type ReportedMail,
  rendering,
  reportedMail,
  saveBigTemplate,
  type World,
  warm,
} from './request-world.ts';

/** A request, and the most table capacity that it may take. */
interface RequestCase {
  name: string;
  /** Capacity units of all tables and indexes together. */
  atMost: Units;
  /** Prepares it, and returns the work that is counted. */
  begin: (world: World) => Promise<() => Promise<unknown>>;
}

const delivered = ['delivery'] as const;
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

const requestCases: readonly RequestCase[] = [
  request('render, warm', 2, 0, (world) => warm(rendering(world, 'receipt'))),
  request('execute to a callback, warm', 2, 0, (world) => warm(executing(world, receipt))),
  request('verify', 1, 0, async ({ authorize }) => authorize),
  request('send, without an Idempotency-Key', 2.5, 3, (world) => warm(executing(world, welcome))),
  request('send, with an Idempotency-Key', 4, 4, (world) => warm(executing(world, welcome, true))),
  request('execute that the flow refuses', 2.5, 1, (world) => warm(executing(world, toNobody))),
  request('send to 50 recipients', 30, 8, (world) => warm(executing(world, toFifty))),
  request('render of 500 KB that hardly compress, cold', 97, 0, async (world) => {
    await saveBigTemplate(world, 'cold');
    return rendering(world, 'cold');
  }),
  request('save over such a template', 97, 380, async (world) => {
    const { templates, caller } = world;
    const changed = { ...(await saveBigTemplate(world, 'saved')), subject: 'Changed' };
    return () => changeTemplate({ templates, now }, caller.accountId, changed, 1);
  }),
  request('page of 50 messages', 13, 0, async (world) => {
    const send = executing(world, welcome);
    await inParallel(Array.from({ length: 50 }), send);
    const { accounts, messages, caller } = world;
    return () => listMessages({ accounts, messages, now }, caller.accountId, { limit: 50 });
  }),
  showing('show a message to 1 recipient', 1, { reads: 2, writes: 0 }),
  showing('show a message to 50 recipients', 50, { reads: 35, writes: 0 }),
];

const bounced = ['permanent bounce'] as const;

/** SES's reports on one mail. */
const reportCases: readonly RequestCase[] = [
  reports('1 recipient, delivered', { reads: 0.5, writes: 1 }, 1, delivered),
  reports('50 recipients, delivered', { reads: 50, writes: 120 }, 50, delivered),
  reports('50, delivered, all at once', { reads: 200, writes: 250 }, 50, delivered, {
    atOnce: true,
  }),
  reports('50, bounced, 300 B of words each', { reads: 50, writes: 300 }, 50, bounced, {
    words: 300,
  }),
  reports(
    '50, two delays and a bounce each, 300 B',
    { reads: 150, writes: 600 },
    50,
    ['delay', 'delay', ...bounced],
    { words: 300 },
  ),
  reports('1 recipient, a bounce with 210 KB of words', { reads: 0.5, writes: 2 }, 1, bounced, {
    words: 210 * 1024,
  }),
];

function reports(
  name: string,
  atMost: Units,
  recipients: number,
  of: ReportedMail['reports'],
  more: Pick<ReportedMail, 'words' | 'atOnce'> = {},
): RequestCase {
  const mail = { recipients, reports: of, ...more };
  return {
    name,
    atMost,
    begin: async (world) => (await reportedMail(world, mail)).apply,
  };
}

/** Shows a message after SES's report on each recipient. */
function showing(name: string, recipients: number, atMost: Units): RequestCase {
  return {
    name,
    atMost,
    begin: async (world) => {
      const { messages, caller } = world;
      const mail = await reportedMail(world, { recipients, reports: delivered, atOnce: true });
      await mail.apply();
      return () => showWithDeliveries({ messages, now }, caller.accountId, mail.messageId);
    },
  };
}

/** The calls of one request. */
export interface RequestCost extends Pick<RequestCase, 'name' | 'atMost'> {
  calls: Calls;
}

/** Makes each request once, and counts its calls to the tables. */
export async function measureRequests(progress: Progress, stops: Stops): Promise<RequestCost[]> {
  progress.step('Counting the calls of single requests and reports');
  const world = await openWorld(stops);
  const costs: RequestCost[] = [];
  for (const { name, atMost, begin } of [...requestCases, ...reportCases]) {
    const run = await begin(world);
    costs.push({ name, atMost, calls: await world.during(run) });
  }
  return costs;
}

/**
 * The most capacity units that one partition of DynamoDB serves in a second.
 *
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html
 */
export const partition: Units = { reads: 3000, writes: 1000 };

/** The capacity units of all tables and indexes; and the one that is full first, with its most requests a second. */
export function requestRow({ name, atMost, calls }: RequestCost): Row {
  const { consumed, requests } = calls;
  const sum = (kind: keyof Units) =>
    Object.values(consumed).reduce((total, units) => total + units[kind], 0);
  const [reads, writes] = [sum('reads'), sum('writes')];
  const [[full, perSecond] = ['', 0]] = Object.entries(consumed)
    .map(([place, units]): [string, number] => [
      place.slice(0, place.indexOf(' ')),
      Math.min(partition.reads / units.reads, partition.writes / units.writes),
    ])
    .sort(([, one], [, other]) => one - other);
  const most = perSecond < 10 ? perSecond.toFixed(1) : Math.floor(perSecond);
  return {
    name,
    figures: {
      ...{ requests: inWords(requests), RCU: reads, WCU: writes },
      'most a second, one partition key': `${most} of ${full}`,
    },
    goal: `≤ ${atMost.reads} RCU, ${atMost.writes} WCU`,
    holds: reads <= atMost.reads && writes <= atMost.writes,
  };
}
