import { listMessages, showMessage } from '../../../../shared/manage/messages/messages.ts';
import { inParallel } from '../../../../shared/manage/parallel.ts';
import { changeTemplate } from '../../../../shared/manage/templates/save-template.ts';
import type { Units } from '../consumed.ts';
import { type ReportedMail, reportedMail } from './reports.ts';
import { executing, rendering, saveBigTemplate, type World, warm } from './world.ts';

/** A request, and the most capacity of the tables that it may take. */
export interface RequestCase {
  name: string;
  /** All tables and indexes together. */
  atMost: Units;
  /** Prepares it, and returns the work that is counted. */
  begin: (world: World) => Promise<() => Promise<unknown>>;
}

const delivered = ['delivery'] as const;
const receipt = { templateId: 'receipt' };
const welcome = { templateId: 'welcome', _to: 'firstname.lastname@customer.example' };
const others = Array.from({ length: 49 }, (_, n) => `firstname.lastname${n}@customer.example`);
const toFifty = { ...welcome, _bcc: others.join(', ') };
const now = () => new Date();

export const requestCases: readonly RequestCase[] = [
  {
    name: 'render, warm',
    atMost: { reads: 2, writes: 0 },
    begin: (world) => warm(rendering(world, 'receipt')),
  },
  {
    name: 'execute to a callback, warm',
    atMost: { reads: 2, writes: 0 },
    begin: (world) => warm(executing(world, receipt)),
  },
  {
    name: 'verify',
    atMost: { reads: 1, writes: 0 },
    begin: async ({ authorize }) => authorize,
  },
  {
    name: 'send, without an Idempotency-Key',
    atMost: { reads: 2.5, writes: 3 },
    begin: (world) => warm(executing(world, welcome)),
  },
  {
    name: 'send, with an Idempotency-Key',
    atMost: { reads: 4, writes: 4 },
    begin: (world) => warm(executing(world, welcome, true)),
  },
  {
    name: 'send to 50 recipients',
    atMost: { reads: 30, writes: 8 },
    begin: (world) => warm(executing(world, toFifty)),
  },
  {
    name: 'render of 500 KB that hardly compress, cold',
    atMost: { reads: 97, writes: 0 },
    begin: async (world) => {
      await saveBigTemplate(world, 'cold');
      return rendering(world, 'cold');
    },
  },
  {
    name: 'save over such a template',
    atMost: { reads: 97, writes: 380 },
    begin: async (world) => {
      const { templates, caller } = world;
      const changed = { ...(await saveBigTemplate(world, 'saved')), subject: 'Changed' };
      return () => changeTemplate({ templates, now }, caller.accountId, changed, 1);
    },
  },
  {
    name: 'page of 50 messages',
    atMost: { reads: 13, writes: 0 },
    begin: async (world) => {
      const send = executing(world, welcome);
      await inParallel(Array.from({ length: 50 }), send);
      const { accounts, messages, caller } = world;
      return () => listMessages({ accounts, messages, now }, caller.accountId, { limit: 50 });
    },
  },
  showing('show a message to 1 recipient', 1, { reads: 2, writes: 0 }),
  showing('show a message to 50 recipients', 50, { reads: 35, writes: 0 }),
];

const bounced = ['permanent bounce'] as const;

/** SES's reports on one mail. */
export const reportCases: readonly RequestCase[] = [
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

/** After SES's report on each recipient. */
function showing(name: string, recipients: number, atMost: Units): RequestCase {
  return {
    name,
    atMost,
    begin: async (world) => {
      const { messages, caller } = world;
      const mail = await reportedMail(world, { recipients, reports: delivered, atOnce: true });
      await mail.apply();
      return () => showMessage({ messages, now }, caller.accountId, mail.messageId);
    },
  };
}
