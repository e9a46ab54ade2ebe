import { readSuppressed } from '../../../../shared/adapters/tables/suppression-table.ts';
import { broken, ok } from '../../../../shared/manage/doctor/check.ts';
import { listMessages, showMessage } from '../../../../shared/manage/messages/messages.ts';
import { random } from '../context/accounts.ts';
import { differenceOf, inShort, refusalOf } from '../context/http.ts';
import {
  type Expectation,
  execute,
  firstSender,
  readyToMail,
  sendAndFollow,
  sentId,
  simulator,
} from '../context/mail.ts';
import { judged, type SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const reports: SelftestStep = {
  code: 'reports',
  asks: "Whether SES's reports of a delivery, bounces and complaints are recorded, and bounces and complaints suppressed",
  async run(context) {
    const from = await firstSender(context);
    const mail = (mailbox: string, state: Expectation['state']): Expectation => {
      return { from, to: simulator(mailbox), state };
    };
    const mails = [
      mail('success', 'DELIVERED'),
      mail('bounce', 'BOUNCED'),
      mail('complaint', 'COMPLAINED'),
      mail('suppressionlist', 'BOUNCED'),
    ];
    const { records, problems } = await sendAndFollow(context, mails);
    for (const { accountId, recipients } of records) {
      for (const { address, state } of recipients) {
        const isRequired = state === 'BOUNCED' || state === 'COMPLAINED';
        const read = () => readSuppressed(context.ports.messages, accountId, address);
        // The suppression is written after the report.
        const isThere = isRequired && (await context.until(5000, read)) !== null;
        if (isRequired && !isThere) problems.push(`${address} is ${state}, but ${notSuppressed}`);
      }
    }
    return judged(problems, `The reports of ${mails.length} mails were recorded`);
  },
};

const notSuppressed =
  'not suppressed, which is right only with "suppression": false in the settings';

/** The most senders that this step tries: each costs a mail. */
const mostSenders = 5;

const displayName = 'Grüße aus 東京 🐎';

const unsubscribe = 'https://example.com/unsubscribe/selftest';

const fields = { _headers: { 'X-Entity-Ref-ID': 'selftest' }, _unsubscribe: unsubscribe };

/** What a reader of that mail's source must find. */
const headerLines = [
  'X-Entity-Ref-ID: selftest',
  `List-Unsubscribe: <${unsubscribe}>`,
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'list-unsubscribe and list-unsubscribe-post in the list h= of DKIM-Signature',
];

export const senders: SelftestStep = {
  code: 'senders',
  asks: 'Whether every verified sender can send, to --to if it is given, also with a display name that is not ASCII and with further headers',
  async run(context) {
    const first = await firstSender(context);
    const all = (await context.options.senders()).slice(0, mostSenders);
    const to = context.options.to ?? simulator('success+senders');
    const { problems } = await sendAndFollow(context, [
      ...all.map((from): Expectation => ({ from, to, state: 'DELIVERED' })),
      { from: `${displayName} <${first}>`, to, fields, state: 'DELIVERED' },
    ]);
    const look = `; check in that mailbox that the last one is from "${displayName}", and its source has ${headerLines.join('; ')}`;
    return judged(
      problems,
      `${all.length + 1} mails from ${all.join(', ')} were delivered to ${to}${context.options.to === undefined ? '' : look}`,
    );
  },
};

const times = 20;

export const idempotency: SelftestStep = {
  code: 'idempotency',
  asks: `Whether ${times} simultaneous requests with one Idempotency-Key send one mail`,
  async run(context) {
    const problem = await sendTogether(context);
    return problem === null
      ? ok(`${times} requests with one Idempotency-Key sent one mail`)
      : broken(problem);
  },
};

/** Sends one request many times at once and then once more, and returns what is wrong; null if nothing is. */
async function sendTogether(context: StepContext): Promise<string | null> {
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
  if (problem !== undefined) return `A simultaneous request ${problem}`;
  if (sentId(last) === null) return `The mail was not sent: ${inShort(last)}`;
  if (texts.length !== 1) {
    return `The same request had ${texts.length} answers: ${texts.join(' ')}`;
  }
  const { messages } = await listMessages(context.ports, account.accountId, { to: mail.to });
  for (const { messageId } of messages) {
    context.keep((await showMessage(context.ports, account.accountId, messageId)).record);
  }
  return messages.length === 1 ? null : `${messages.length} mails were sent instead of one`;
}
