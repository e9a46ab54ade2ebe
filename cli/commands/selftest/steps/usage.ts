import { broken, ok, unknown } from '../../../../shared/manage/doctor/check.ts';
import { sumOfRows, usageRows } from '../../../../shared/manage/usage/usage-rows.ts';
import { countLines } from '../../../request-log/count-lines.ts';
import { allMessages } from '../context/accounts.ts';
import { execute, firstSender, prepareMails, sentId, simulator } from '../context/mail.ts';
import { inShort } from '../context/probe.ts';
import type { Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

export const usage: Step = {
  code: 'usage',
  asks: 'Whether the command usage counts each mail that this run has sent, no more and no less',
  costs: { mails: 1 },
  async run(context) {
    const account = await context.account();
    const templateId = await prepareMails(context, account, await firstSender(context));
    const answer = await execute(context, account, templateId, { to: simulator('success+usage') });
    if (sentId(answer) === null) return broken(`The mail was not sent: ${inShort(answer)}`);
    context.options.progress('Waiting for the log lines of all mails');
    let counts = await countsOf(context, account.accountId);
    await context.until(context.options.waits.logMs, async () => {
      counts = await countsOf(context, account.accountId);
      return counts.counted === counts.recorded ? true : null;
    });
    const { counted, recorded, goneBefore } = counts;
    if (counted === recorded) return ok(`usage counts ${counted}, as the records do`);
    if (goneBefore !== null) return unknown(`The log lines from before ${goneBefore} are gone`);
    return broken(`usage counts ${counted}, and the records ${recorded}`);
  },
};

/** What usage counts, and what the records of the messages count, in the same words. */
async function countsOf({ options, accounts, ports }: StepContext, accountId: string) {
  const since = new Date(accounts.find((each) => each.accountId === accountId)?.createdAt ?? 0);
  const search = { accountId, by: 'template', since } as const;
  const lines = await countLines(options.deployment, search, options.signal);
  const rows = usageRows(lines.groups, search.by);
  const mails = (test: boolean) =>
    sumOfRows(
      rows.filter((row) => row.test === test),
      { name: null, test },
    ).mails;
  const messages = await allMessages(ports, accountId);
  const sent = messages.filter(
    ({ sesMessageId, state }) => sesMessageId !== null || state === 'UNKNOWN',
  );
  const records = (test: boolean) => sent.filter((message) => message.test === test).length;
  const inWords = (count: (test: boolean) => number) =>
    `${count(false)} mails, and ${count(true)} of test keys`;
  return { counted: inWords(mails), recorded: inWords(records), goneBefore: lines.goneBefore };
}
