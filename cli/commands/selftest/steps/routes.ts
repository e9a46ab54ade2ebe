import { broken } from '../../../../shared/manage/doctor/check.ts';
import { saveTemplate } from '../context/accounts.ts';
import { type ApiRequest, differenceOf, refusalOf } from '../context/http.ts';
import { judged, listed, type Step } from '../context/step.ts';
import type { StepContext } from '../context/step-context.ts';

const notFound = refusalOf('notFound');

/** Other methods of a POST route, and paths that are not routes. */
const unknownRequests: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/render'],
  ['PUT', '/render'],
  ['PATCH', '/render'],
  ['DELETE', '/render'],
  ['OPTIONS', '/render'],
  ['POST', ''],
  ['GET', '/'],
  ['POST', '/nothing'],
  ['POST', '/render/'],
  ['POST', '/render/one'],
  ['POST', '/Verify'],
];

export const unknownRoutes: Step = {
  code: 'unknown-routes',
  asks: 'Whether unknown routes and methods get 404, with a key and without, and no answer repeats the key',
  async run(context) {
    const { key } = await context.account();
    const differences = [
      ...(await answeredWith(context, undefined, 'without a key')),
      ...(await answeredWith(context, key, 'with a key')),
    ];
    const count = 2 * unknownRequests.length;
    return judged(differences, `${count} requests to unknown routes got 404`);
  },
};

async function answeredWith(
  context: StepContext,
  key: string | undefined,
  how: string,
): Promise<string[]> {
  const differences: string[] = [];
  for (const [method, path] of unknownRequests) {
    const what = `${method} ${path || '(the base address)'} ${how}`;
    const answer = await context.call({ method, path, key });
    if (key !== undefined && JSON.stringify(answer).includes(key)) {
      differences.push(`${what} got an answer that contains the key`);
      continue;
    }
    const difference = differenceOf(answer, notFound);
    if (difference !== null) differences.push(`${what} ${difference}`);
  }
  return differences;
}

/** Headers with which a caller may try to choose the request id. */
const chosen = {
  'x-request-id': 'chosen',
  'x-amzn-requestid': 'chosen',
  'x-amz-apigw-id': 'chosen',
};

export const requestIds: Step = {
  code: 'request-ids',
  asks: 'Whether every answer has a different x-request-id, and the log has a line with it',
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
