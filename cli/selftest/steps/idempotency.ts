import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import { listMessages } from '../../../shared/manage/messages/messages.ts';
import { random, recordOf } from '../accounts.ts';
import type { Bench } from '../bench.ts';
import { execute, firstSender, prepareMails, sentId, simulator } from '../mail.ts';
import { differenceOf, inShort, refusalOf } from '../probe.ts';
import { differing, type Step } from '../step.ts';

const times = 20;

export const idempotency: Step = {
  code: 'idempotency',
  asks: `Whether one Idempotency-Key ${times} times at once sends one mail; with --slow again once the function was idle`,
  costs: { requests: 2 * times, mails: 2 },
  lasts: 'seconds; with --slow a quarter of an hour',
  leaves: 'nothing',
  async run(bench) {
    const first = await round(bench);
    if (first.length > 0) return broken(differing(first));
    const sentence = `${times} requests with one Idempotency-Key sent one mail`;
    const { slow, patience, progress } = bench.options;
    if (!slow) return ok(`${sentence}; --slow asks again after 15 idle minutes`);
    progress('Leaving the function idle for 15 minutes');
    await bench.sleep(patience.idleMs);
    const second = await round(bench);
    if (second.length > 0) return broken(`After 15 idle minutes: ${differing(second)}`);
    return ok(`${sentence}, and so they did after 15 idle minutes`);
  },
};

/** What is wrong with a round: all at once, then once more. */
async function round(bench: Bench): Promise<string[]> {
  const account = await bench.account();
  const from = await firstSender(bench);
  const templateId = await prepareMails(bench, account, from);
  const mail = { to: simulator(`success+${random()}`), idempotencyKey: random() };
  const send = () => execute(bench, account, templateId, mail);
  const answers = await Promise.all(Array.from({ length: times }, send));
  const last = await send();
  const sent = [...answers, last].filter(({ status }) => status === 200);
  const texts = [...new Set(sent.map(({ text }) => text))];
  const id = sentId(last);
  const problems = answers
    .filter(({ status }) => status !== 200)
    .flatMap((answer) => differenceOf(answer, refusalOf('idempotencyKeyRunning')) ?? []);
  if (problems.length > 0) return [`A request at the same time ${problems[0]}`];
  if (id === null) return [`The mail was not sent: ${inShort(last)}`];
  if (texts.length !== 1)
    return [`The same request had ${texts.length} answers: ${texts.join(' ')}`];
  const { messages } = await listMessages(bench.ports, account.accountId, { to: mail.to });
  const record = await recordOf(bench.ports, account.accountId, id);
  if (record !== null) bench.keep(record);
  return messages.length === 1 ? [] : [`${messages.length} mails were sent instead of one`];
}
