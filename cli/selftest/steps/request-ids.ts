import { broken, ok, skipped } from '../../../shared/manage/doctor/check.ts';
import { saveTemplate } from '../accounts.ts';
import type { Bench } from '../bench.ts';
import type { ApiRequest } from '../probe.ts';
import { differing, type Step } from '../step.ts';

/** Under these names a caller may try to choose the id. */
const chosen = {
  'x-request-id': 'chosen',
  'x-amzn-requestid': 'chosen',
  'x-amz-apigw-id': 'chosen',
};

export const requestIds: Step = {
  code: 'request-ids',
  asks: 'Whether every answer has an x-request-id of its own, under which the log has its line',
  costs: { requests: 6 },
  lasts: 'seconds, at most 2 minutes',
  leaves: 'log lines',
  async run(bench) {
    const since = new Date(Date.now() - 60_000);
    const { accountId, key } = await bench.account();
    await saveTemplate(bench.ports, accountId, {
      ...{ templateId: 'hello', name: 'hello', subject: 'Hello', html: '<p>Hello</p>' },
    });
    const asked: [number, ApiRequest][] = [
      [200, { path: '/render', key, body: '{"template_id":"hello"}' }],
      [200, { path: '/execute', key, body: '{"templateId":"hello","variables":{}}' }],
      [400, { path: '/verify', key, body: '{}' }],
      [404, { path: '/render', key, body: '{"template_id":"none"}' }],
      [404, { path: '/nothing' }],
    ];
    const answers = [];
    for (const [status, request] of asked) {
      const { headers, ...answer } = await bench.call({ ...request, headers: chosen });
      answers.push({
        expected: status,
        ...answer,
        path: request.path,
        id: headers['x-request-id'],
      });
    }
    const wrong = answers.filter(
      ({ expected, status, id }) => status !== expected || !id || id === 'chosen',
    );
    const ids = answers.map(({ id }) => id ?? '');
    if (wrong.length > 0 || new Set(ids).size < ids.length) {
      return broken(
        differing(
          answers.map(
            ({ path, status, id }) =>
              `${path} has status ${status} and x-request-id ${id ?? 'missing'}`,
          ),
        ),
      );
    }
    const problems = await missingLines(bench, answers, since);
    if (problems === null) return skipped('This stack does not say where its logs are');
    if (problems.length > 0) return broken(differing(problems));
    return ok(`${ids.length} answers had ids of their own, and the log has a line of each`);
  },
};

/** Answers whose one line is not in the log, or not as it was written; null where there is no log. */
async function missingLines(
  bench: Bench,
  answers: readonly { id: string | undefined; status: number; path: string }[],
  since: Date,
): Promise<string[] | null> {
  const log = await bench.options.log();
  const problems: string[] = [];
  for (const { id: requestId, status, path } of answers) {
    const entry = await bench.until(bench.options.patience.logMs, async () => {
      const { entries } = await log.find({ since, requestId });
      return entries[0] ?? null;
    });
    if (entry === null) problems.push(`The log has no line of ${requestId} (${path})`);
    else if (entry.line?.status !== status) {
      problems.push(`The line of ${requestId} (${path}) says ${entry.line?.status ?? entry.text}`);
    }
  }
  return problems;
}
