import { broken } from '../../../../shared/manage/doctor/check.ts';
import { saveTemplate } from '../context/accounts.ts';
import type { ApiRequest } from '../context/probe.ts';
import { judged, listed, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

/** Headers with which a caller may try to choose the request id. */
const chosen = {
  'x-request-id': 'chosen',
  'x-amzn-requestid': 'chosen',
  'x-amz-apigw-id': 'chosen',
};

export const requestIds: Step = {
  code: 'request-ids',
  asks: 'Whether every answer has a different x-request-id, and the log has a line with it',
  costs: { requests: 6 },
  async run(context) {
    const since = new Date(Date.now() - 60_000);
    const { accountId, key } = await context.account();
    const source = { templateId: 'hello', name: 'hello', subject: 'Hello', html: '<p>Hello</p>' };
    await saveTemplate(context.ports, accountId, source);
    const requests: [number, ApiRequest][] = [
      [200, { path: '/render', key, body: '{"template_id":"hello"}' }],
      [200, { path: '/execute', key, body: '{"templateId":"hello","variables":{}}' }],
      [400, { path: '/verify', key, body: '{}' }],
      [404, { path: '/render', key, body: '{"template_id":"none"}' }],
      [404, { path: '/nothing' }],
    ];
    const answers: { expected: number; status: number; path: string; id: string | undefined }[] =
      [];
    for (const [expected, request] of requests) {
      const { headers, status } = await context.call({ ...request, headers: chosen });
      answers.push({ expected, status, path: request.path, id: headers['x-request-id'] });
    }
    const isWrong = answers.some(
      ({ expected, status, id }) => status !== expected || !id || id === 'chosen',
    );
    if (isWrong || new Set(answers.map(({ id }) => id)).size < answers.length) {
      const sentences = answers.map(
        ({ path, status, id }) =>
          `${path} has status ${status} and x-request-id ${id ?? 'missing'}`,
      );
      return broken(listed(sentences));
    }
    return judged(
      await logProblems(context, answers, since),
      `${answers.length} answers had different ids, and the log has a line of each`,
    );
  },
};

/** Says which answers have no line in the log, or a line with another status. */
async function logProblems(
  context: StepContext,
  answers: readonly { id: string | undefined; status: number; path: string }[],
  since: Date,
): Promise<string[]> {
  const log = await context.options.log();
  const problems: string[] = [];
  for (const { id: requestId, status, path } of answers) {
    const entry = await context.until(context.options.waits.logMs, async () => {
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
