import { skipped } from '../../../../shared/manage/doctor/check.ts';
import { saveTemplate } from '../context/accounts.ts';
import { judged, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

/** A request to each endpoint, with the outcome that the metric must count. */
const outcomes = [
  ['render', 'ok', '{"template_id":"measured"}'],
  ['execute', 'callback', '{"templateId":"measured","variables":{}}'],
  ['verify', 'refused', '{}'],
] as const;

export const monitoring: Step = {
  code: 'monitoring',
  asks: 'Whether CloudWatch reads the metrics from the log lines, its alarms have data, and a log query finds the key',
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
    const { log, waits } = context.options;
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
      ...(await problemsAtEnd(context, waits.logMs, [keyId], async () =>
        (await requestLog.lastUseOfKeys(since)).has(keyId)
          ? []
          : 'The log query for the last use of API keys did not find this key',
      )),
    ];
    return judged(
      differences,
      `The metrics of ${outcomes.length} requests are in CloudWatch, ${alarms.size} alarms have data, and the log query finds the key`,
    );
  },
};

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
