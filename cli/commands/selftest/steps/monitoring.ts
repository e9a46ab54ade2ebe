import { broken, ok, skipped, unknown } from '../../../../shared/manage/doctor/check.ts';
import { sumOfRows, usageRows } from '../../../../shared/manage/usage/usage-rows.ts';
import { countLines } from '../../../request-log/deployment-log.ts';
import { allMessages, saveTemplate } from '../context/accounts.ts';
import { inShort } from '../context/http.ts';
import { execute, readyToMail, sentId, simulator } from '../context/mail.ts';
import { judged, type SelftestStep } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

const outcomes = [
  ['render', 'ok', '{"template_id":"measured"}'],
  ['execute', 'callback', '{"templateId":"measured","variables":{}}'],
  ['verify', 'refused', '{}'],
] as const;

export const monitoring: SelftestStep = {
  code: 'monitoring',
  asks: 'Whether CloudWatch reads the metrics from the log lines, its alarms and the age of both queues have data, and a log query finds the key',
  async run(context) {
    const { monitor } = context.options;
    if (monitor === null) return skipped('Only on AWS: the local run has no CloudWatch');
    const alarms = await monitor.alarms();
    if (alarms.size === 0)
      return skipped('This stack has no alarms: its settings say "monitoring": false');
    const since = new Date(Date.now() - 60_000);
    const { accountId, key, keyId } = await context.account();
    const named = { templateId: 'measured', name: 'measured' };
    await saveTemplate(context.ports, accountId, { ...named, subject: 'Hello', html: '<p>1</p>' });
    for (const [endpoint, , body] of outcomes) {
      await context.call({ path: `/${endpoint}`, key, body });
    }
    const { deployment, log, waits } = context.options;
    const queues = [deployment.dueQueue, deployment.webhooksQueue].flatMap(
      (url) => url?.split('/').at(-1) ?? [],
    );
    const agesSince = new Date(Date.now() - ageWithinMs);
    const requestLog = await log();
    const differences = [
      ...(await problemsAtEnd(context, waits.metricMs, outcomes, async ([endpoint, outcome]) => {
        const isMeasured = (await monitor.samples({ endpoint, outcome }, since)) > 0;
        return isMeasured ? [] : `The metric ms has no sample of ${endpoint}, ${outcome}`;
      })),
      ...(await problemsAtEnd(context, waits.metricMs, [monitor], async () =>
        [...(await monitor.alarms())].flatMap(([name, state]) =>
          state === 'INSUFFICIENT_DATA' ? `The alarm ${name} is ${state}` : [],
        ),
      )),
      ...(await problemsAtEnd(context, waits.metricMs, queues, async (queue) =>
        (await monitor.ages(queue, agesSince)) > 0
          ? []
          : `The age of the oldest message of ${queue} has no data`,
      )),
      ...(await problemsAtEnd(context, waits.logMs, [keyId], async () =>
        (await requestLog.lastUseOfKeys(since)).has(keyId)
          ? []
          : 'The log query for the last use of API keys did not find this key',
      )),
    ];
    return judged(
      differences,
      `The metrics of ${outcomes.length} requests are in CloudWatch, ${alarms.size} alarms and the age of ${queues.length} queues have data, and the log query finds the key`,
    );
  },
};

/** SQS reports the age of a queue once it is used, every minute, and up to 15 minutes late. */
const ageWithinMs = 30 * 60_000;

/** Checks every item repeatedly until none has a problem or the time is over, and returns the last problems. */
async function problemsAtEnd<Item>(
  context: StepContext,
  limitMs: number,
  items: readonly Item[],
  look: (item: Item) => Promise<string | string[]>,
): Promise<string[]> {
  let problems: string[] = [];
  await context.until(limitMs, async () => {
    problems = (await Promise.all(items.map(look))).flat();
    return problems.length === 0 ? true : null;
  });
  return problems;
}

export const usage: SelftestStep = {
  code: 'usage',
  asks: 'Whether the command usage counts each mail that this run has sent, no more and no less',
  async run(context) {
    const { account, templateId } = await readyToMail(context);
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

/** The counts of `usage` and of the messages' records, in the same words. */
async function countsOf({ options, accounts, ports }: StepContext, accountId: string) {
  const since = new Date(accounts.find((each) => each.accountId === accountId)?.createdAt ?? 0);
  const search = { accountId, by: 'template', since } as const;
  const lines = await countLines(options.deployment, search, options.signal);
  const rows = usageRows(lines.groups, search.by);
  const sent = (await allMessages(ports, accountId)).filter(
    ({ sesMessageId, state }) => sesMessageId !== null || state === 'UNKNOWN',
  );
  const ofKind = <Item extends { test: boolean }>(items: readonly Item[], wanted: boolean) =>
    items.filter(({ test }) => test === wanted);
  const counted = (test: boolean) => sumOfRows(ofKind(rows, test), { name: null, test }).mails;
  const recorded = (test: boolean) => ofKind(sent, test).length;
  const inWords = (count: (test: boolean) => number) =>
    `${count(false)} mails, and ${count(true)} of test keys`;
  return { counted: inWords(counted), recorded: inWords(recorded), goneBefore: lines.goneBefore };
}
