import * as z from 'zod/mini';
import { readSuppressed } from '../../../../shared/adapters/tables/suppression-table.ts';
import { broken, ok } from '../../../../shared/manage/doctor/check.ts';
import { listMessages, showMessage } from '../../../../shared/manage/messages/messages.ts';
import type { MessageEvent, ReportedMessage } from '../../../../shared/message/message.ts';
import { random } from '../context/accounts.ts';
import { bodyOf, differenceOf, inShort, refusalOf } from '../context/http.ts';
import {
  type Expectation,
  execute,
  firstSender,
  readyToMail,
  sendAndFollow,
  sentId,
  simulator,
} from '../context/mail.ts';
import { judged, listed, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const reports: Step = {
  code: 'reports',
  asks: "Whether SES's reports of a delivery, bounces and complaints are recorded, and bounces and complaints suppressed",
  costs: { mails: 6 },
  async run(context) {
    const from = await firstSender(context);
    const mail = (mailbox: string, state: Expectation['state']): Expectation => {
      return { from, to: simulator(mailbox), state };
    };
    const two = { ...mail('complaint+one', 'COMPLAINED'), cc: simulator('complaint+two') };
    const mails = [
      mail('success', 'DELIVERED'),
      mail('bounce', 'BOUNCED'),
      mail('complaint', 'COMPLAINED'),
      mail('suppressionlist', 'BOUNCED'),
      two,
    ];
    const { records, problems } = await sendAndFollow(context, mails);
    const suppressions = await Promise.all(
      records.map((record) => suppressionProblems(context.ports, record)),
    );
    const complaints = records.at(-1)?.events.filter(({ state }) => state === 'COMPLAINED') ?? [];
    const named = complaints.map(({ addresses }) => addresses.length).join(' and ');
    return judged(
      [...problems, ...suppressions.flat()],
      `The reports of ${mails.length} mails were recorded; the complaints of two recipients of one mail named ${named}`,
    );
  },
};

/** How an account's suppression list differs from what a mail's reports require. */
export async function suppressionProblems(
  { messages }: Pick<StepContext['ports'], 'messages'>,
  { accountId, events }: Pick<ReportedMessage, 'accountId' | 'events'>,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { state, addresses } of events) {
    const required = requiredBy(state, addresses.length);
    for (const address of required === null ? [] : addresses) {
      const isSuppressed = (await readSuppressed(messages, accountId, address)) !== null;
      if (isSuppressed !== required?.isSuppressed) problems.push(`${address} ${required?.else}`);
    }
  }
  return problems;
}

/** A complaint that names several recipients does not say which of them complained, so it suppresses none of them. */
function requiredBy(state: MessageEvent['state'], named: number) {
  if (state === 'COMPLAINED' && named > 1) {
    const words = `is suppressed by a complaint that names ${named} recipients`;
    return { isSuppressed: false, else: words };
  }
  if (state !== 'COMPLAINED' && state !== 'BOUNCED') return null;
  const what = state === 'BOUNCED' ? 'bounce' : 'complaint';
  const words = `is not suppressed after its ${what}, which is right only with "suppression": false in the settings`;
  return { isSuppressed: true, else: words };
}

/** The most senders that this step tries: each costs a mail. */
const mostSenders = 5;

const displayName = 'Grüße aus 東京 🐎';

export const senders: Step = {
  code: 'senders',
  asks: 'Whether every verified sender can send, to --to if it is given, and with a display name that is not ASCII',
  costs: { mails: mostSenders + 1 },
  async run(context) {
    const first = await firstSender(context);
    const all = (await context.options.senders()).slice(0, mostSenders);
    const to = context.options.to ?? simulator('success+senders');
    const mails = [...all, `${displayName} <${first}>`].map((from): Expectation => {
      return { from, to, state: 'DELIVERED' };
    });
    const { problems } = await sendAndFollow(context, mails);
    const look =
      context.options.to === undefined
        ? ''
        : `; check in that mailbox that the sender name is "${displayName}"`;
    return judged(
      problems,
      `${mails.length} mails from ${all.join(', ')} were delivered to ${to}${look}`,
    );
  },
};

const unsubscribe = 'https://example.com/unsubscribe/selftest';

/** What a reader of the mail's source must find. */
const headerLines = [
  'X-Entity-Ref-ID: selftest',
  `List-Unsubscribe: <${unsubscribe}>`,
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'list-unsubscribe and list-unsubscribe-post in the list h= of DKIM-Signature',
];

export const headers: Step = {
  code: 'headers',
  asks: 'Whether a mail with further headers and one-click unsubscribe is delivered; with --to, what to look for in it',
  costs: { mails: 1 },
  async run(context) {
    const { to } = context.options;
    const fields = { _headers: { 'X-Entity-Ref-ID': 'selftest' }, _unsubscribe: unsubscribe };
    const mail = { to: to ?? simulator('success+headers'), fields, state: 'DELIVERED' as const };
    const from = await firstSender(context);
    const { problems } = await sendAndFollow(context, [{ ...mail, from }]);
    const look = to === undefined ? 'with --to you can read it' : lookFor(to);
    return judged(problems, `A mail with three further headers was delivered; ${look}`);
  },
};

const lookFor = (to: string) =>
  `look in its source, in the mailbox of ${to}, for ${headerLines.join('; ')}`;

const times = 20;

export const idempotency: Step = {
  code: 'idempotency',
  asks: `Whether ${times} simultaneous requests with one Idempotency-Key send one mail; with --slow again after the function was idle`,
  costs: { requests: 2 * times, mails: 2 },
  async run(context) {
    const first = await sendTogether(context);
    if (first.length > 0) return broken(listed(first));
    const sentence = `${times} requests with one Idempotency-Key sent one mail`;
    const { slow, waits, progress } = context.options;
    if (!slow) return ok(`${sentence}; --slow tests it again after 15 idle minutes`);
    progress('Leaving the function idle for 15 minutes');
    await context.sleep(waits.idleMs);
    const second = await sendTogether(context);
    if (second.length > 0) return broken(`After 15 idle minutes: ${listed(second)}`);
    return ok(`${sentence}, and again after 15 idle minutes`);
  },
};

/** Sends one request many times at once and then once more, and returns what is wrong. */
async function sendTogether(context: StepContext): Promise<string[]> {
  const { account, templateId } = await readyToMail(context);
  const mail = { to: simulator(`success+${random()}`), idempotencyKey: random() };
  const send = () => execute(context, account, templateId, mail);
  const answers = await Promise.all(Array.from({ length: times }, send));
  const last = await send();
  const sent = [...answers, last].filter(({ status }) => status === 200);
  const texts = [...new Set(sent.map(({ text }) => text))];
  const [problem] = answers
    .filter(({ status }) => status !== 200)
    .flatMap((answer) => differenceOf(answer, refusalOf('idempotencyKeyRunning')) ?? []);
  if (problem !== undefined) return [`A simultaneous request ${problem}`];
  if (sentId(last) === null) return [`The mail was not sent: ${inShort(last)}`];
  if (texts.length !== 1) {
    return [`The same request had ${texts.length} answers: ${texts.join(' ')}`];
  }
  const { messages } = await listMessages(context.ports, account.accountId, { to: mail.to });
  for (const { messageId } of messages) {
    context.keep((await showMessage(context.ports, account.accountId, messageId)).record);
  }
  return messages.length === 1 ? [] : [`${messages.length} mails were sent instead of one`];
}

const mails = 30;

/** "Maximum sending rate exceeded.", or another error message of SES about its rate. */
const refusedForRate = z.object({
  type: z.literal('send_failed'),
  error: z.string().check(z.regex(/rate exceeded|too many requests|throttl/i)),
});

export const burst: Step = {
  code: 'burst',
  asks: `Whether of ${mails} mails at once SES accepts or refuses each for its rate, and none fails for another reason`,
  costs: { mails },
  async run(context) {
    const { account, templateId } = await readyToMail(context);
    const answers = await Promise.all(
      Array.from({ length: mails }, (_, nth) =>
        execute(context, account, templateId, { to: simulator(`success+burst-${nth + 1}`) }),
      ),
    );
    await context.sleep(context.options.waits.mailPauseMs);
    const others = answers.filter((answer) => sentId(answer) === null);
    const wrong = others.filter((answer) => bodyOf(answer, refusedForRate) === null);
    const sent = answers.length - others.length;
    return judged(
      wrong.map((answer) => `A mail got ${inShort(answer)}`),
      `SES accepted ${sent} of ${mails} mails at once, and refused ${others.length} for its rate`,
    );
  },
};
