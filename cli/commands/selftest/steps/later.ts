import { broken, type Finding, ok } from '../../../../shared/manage/doctor/check.ts';
import { listed } from '../../../checks/listed.ts';
import { inShort } from '../context/http.ts';
import {
  execute,
  followMessage,
  readyToMail,
  scheduledId,
  scheduledIds,
  simulator,
} from '../context/mail.ts';
import { judged, type SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

const batchSize = 20;

export const batch: SelftestStep = {
  code: 'batch',
  asks: `Whether a batch of ${batchSize} mails is accepted in one request, and each of them delivered`,
  async run(context) {
    if (context.switchedOff) return context.switchedOff;
    const { account, templateId } = await readyToMail(context);
    const messages = Array.from({ length: batchSize }, (_, nth) => {
      return { _to: simulator(`success+batch-${nth + 1}`) };
    });
    const body = JSON.stringify({ templateId, variables: {}, messages });
    const answer = await context.call({ path: '/batch', key: account.key, body });
    const ids = scheduledIds(answer);
    if (ids.length !== batchSize) return broken(`The batch got ${inShort(answer)}`);
    context.options.progress('Waiting for the mails of the batch');
    const problems = await undelivered(context, ids);
    return judged(problems, `All ${batchSize} mails of one batch were delivered`);
  },
};

async function undelivered(context: StepContext, ids: readonly string[], moreMs = 0) {
  const account = await context.account();
  const problems: string[] = [];
  for (const id of ids) {
    const { problem } = await followMessage(context, account, id, 'DELIVERED', { moreMs });
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

const burstSize = 30;

export const burst: SelftestStep = {
  code: 'burst',
  asks: `Whether ${burstSize} mails that are due at once are all sent, and none is FAILED because SES accepts fewer a second`,
  async run(context) {
    if (context.switchedOff) return context.switchedOff;
    const { account, templateId } = await readyToMail(context);
    const dueMs = Math.min(context.options.waits.queueMs, 30_000);
    const fields = { _sendAt: new Date(Date.now() + dueMs).toISOString() };
    const answers = await Promise.all(
      Array.from({ length: burstSize }, (_, nth) =>
        execute(context, account, templateId, {
          to: simulator(`success+burst-${nth + 1}`),
          fields,
        }),
      ),
    );
    const ids = answers.flatMap((answer) => scheduledId(answer) ?? []);
    const refused = answers.find((answer) => scheduledId(answer) === null);
    if (refused) return broken(`One of ${burstSize} requests at once got ${inShort(refused)}`);
    context.options.progress(`Waiting for ${burstSize} mails that are due at once`);
    const problems = await undelivered(context, ids, dueMs);
    return judged(problems, `All ${burstSize} mails that were due at once were delivered`);
  },
};

export const later: SelftestStep = {
  code: 'later',
  asks: 'Whether a mail for later (_sendAt) is sent when it is due and a cancelled one is never sent: in 2 minutes, with --slow also in 17 minutes, by a schedule',
  async run(context) {
    if (context.switchedOff) return context.switchedOff;
    const { slow, waits, progress } = context.options;
    const waitsMs = slow ? [waits.queueMs, waits.scheduleMs] : [waits.queueMs];
    const pairs = await Promise.all(waitsMs.map((ms) => schedulePair(context, ms)));
    const lateness: string[] = [];
    for (const pair of pairs) {
      if (typeof pair === 'string') return broken(pair);
      const { sendAt, sent, cancelled } = pair;
      const leftMs = Math.max(0, Date.parse(sendAt) - Date.now());
      progress(`Waiting ${Math.ceil(leftMs / 1000)} seconds for the time of a mail`);
      const account = await context.account();
      const { record, problem } = await followMessage(context, account, sent, 'DELIVERED', {
        moreMs: leftMs,
      });
      const other = await followMessage(context, account, cancelled, 'CANCELLED');
      const problems = [problem, other.problem].filter((each) => each !== null);
      if (problems.length > 0) return broken(listed(problems));
      const settledAt = record?.settledAt ?? '';
      if (settledAt < sendAt) return broken(`The mail for ${sendAt} was sent at ${settledAt}`);
      lateness.push(`${Math.round((Date.parse(settledAt) - Date.parse(sendAt)) / 1000)}`);
    }
    return success(lateness, slow);
  },
};

function success([queue, schedule]: readonly string[], slow: boolean): Finding {
  const sentence = `The queue sent a mail ${queue} seconds after its time`;
  return slow
    ? ok(`${sentence}, a schedule ${schedule} seconds; no cancelled mail was sent`)
    : ok(`${sentence}, and no cancelled one; --slow tests a schedule as well`);
}

/** Schedules two mails for the same time and cancels one of them. Returns a sentence if the service refuses one of these requests. */
async function schedulePair(context: StepContext, ms: number) {
  const { account, templateId } = await readyToMail(context);
  const sendAt = new Date(Date.now() + ms).toISOString();
  const schedule = async (label: string) => {
    const mail = { to: simulator(`success+${label}`), fields: { _sendAt: sendAt } };
    const answer = await execute(context, account, templateId, mail);
    return { answer, id: scheduledId(answer) };
  };
  const [sent, cancelled] = [await schedule('later'), await schedule('cancelled')];
  if (sent.id === null) return `The request with _sendAt got ${inShort(sent.answer)}`;
  if (cancelled.id === null) return `The request with _sendAt got ${inShort(cancelled.answer)}`;
  const body = JSON.stringify({ id: cancelled.id });
  const answer = await context.call({ path: '/cancel', key: account.key, body });
  const isCancelled = answer.text === JSON.stringify({ cancelled: [cancelled.id], tooLate: [] });
  if (!isCancelled) return `The request to cancel a mail got ${inShort(answer)}`;
  return { sendAt, sent: sent.id, cancelled: cancelled.id };
}
