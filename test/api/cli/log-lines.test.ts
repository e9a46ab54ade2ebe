import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { functionCalls, measured } from '../../../shared/manage/cost/usage.ts';
import { describe, expect, test } from '../../jest.ts';
import { until } from '../../patience.ts';
import { openAccount } from '../harness/account.ts';
import { callRaw } from '../harness/call.ts';
import { dataFolder, deployment } from '../harness/deployment.ts';
import { exchange } from '../harness/exchange.ts';
import { flowOf, provider, template } from '../harness/flow.ts';

const runbook = readFileSync(
  new URL('../../../docs/operations/monitoring.md', import.meta.url),
  'utf8',
);

const documented = [
  ...(runbook.split(/^## Watch$/m)[1]?.split(/^## /m)[0] ?? '').matchAll(/^\| `(\w+)` \|/gm),
].map(([, field]) => field);

type Line = Record<string, unknown>;

const textsOf = (fn: string) =>
  readFileSync(join(dataFolder, 'logs', `${fn}.log`), 'utf8')
    .split('\n')
    .filter((text) => text.startsWith('{'));

const parse = (text: string): Line => JSON.parse(text);

/** The answer of a warm container: the log line of a container's first request has one more metric. */
async function warmAnswer(call: () => ReturnType<typeof callRaw>) {
  let answer = await call();
  const isCold = async () => {
    const id = String(answer.headers['x-request-id']);
    const lineOf = () => functions.flatMap(textsOf).find((text) => text.includes(`"${id}"`));
    await until(() => lineOf() !== undefined);
    return parse(lineOf() ?? '{}').cold === true;
  };
  while (await isCold()) answer = await call();
  return answer;
}

const functions = ['Render', 'Execute', 'Verify', 'NotFound', 'Manage'];

const account = await openAccount();
const { key } = account;
const flow = flowOf(template, provider());
await account.save(
  { id: 'shown', html: 'x'.repeat(4600) },
  { id: 'welcome', subject: 'Welcome to Postrider, Ada', html: '<p>Hi</p>', flow },
);
const _to = 'someone@good.example';
const calls = {
  render: { template_id: 'shown' },
  execute: { templateId: 'welcome', variables: {}, _to },
  verify: { email: _to },
  unknown: {},
};
const received = await Promise.all(
  Object.entries(calls).map(async ([path, body]) => {
    return [path, await warmAnswer(() => callRaw(`/v1/${path}`, { key, body }))] as const;
  }),
);
const answers = Object.fromEntries(
  received.map(([path, { headers, text }]) => [
    path,
    { bytes: Buffer.byteLength(text) + JSON.stringify(headers).length },
  ]),
);
await callRaw('/v1/render', { key: 'pr_wrong', body: {} });
const manage = await exchange(`${deployment.dashboardUrl}/manage/v1/account`, {
  method: 'GET',
  headers: { 'x-postrider-account': account.accountId },
});
const asked = new Map(received.map(([path, { headers }]) => [headers['x-request-id'], path]));
asked.set(manage.headers['x-request-id'], 'manage');
const ofAccount = (fn: string) =>
  textsOf(fn).filter((text) => text.includes(`"${account.accountId}"`));
const sent = received.find(([path]) => path === 'execute')?.[1].headers['x-request-id'];
const { messageId } = parse(textsOf('Execute').find((text) => text.includes(`"${sent}"`)) ?? '{}');
await until(() => ofAccount('Events').some((text) => text.includes(`"${messageId}"`)));
await until(() =>
  textsOf('Manage').some((text) => text.includes(`"${manage.headers['x-request-id']}"`)),
);
await until(() => textsOf('Authorizer').some((text) => parse(text).status === 401));
const all = functions.flatMap(textsOf);
const lines: Record<string, { text: string; line: Line }[]> = {
  ...Object.fromEntries([...asked.values()].map((path) => [path, []])),
  events: ofAccount('Events').map((text) => ({ text, line: parse(text) })),
  authorizer: textsOf('Authorizer')
    .map((text) => ({ text, line: parse(text) }))
    .filter(({ line }) => line.status === 401),
};
for (const text of all) {
  const line = parse(text);
  const path = asked.get(String(line.requestId));
  if (path) lines[path]?.push({ text, line });
}

const only = (path: string) => {
  expect(lines[path]).toHaveLength(1);
  return lines[path]?.[0] ?? { text: '', line: {} };
};

describe('a request', () => {
  test.each([
    ['render', { endpoint: 'render', status: 200, outcome: 'ok', templateId: 'shown' }],
    ['execute', { endpoint: 'execute', status: 200, outcome: 'sent', templateId: 'welcome' }],
    ['verify', { endpoint: 'verify', status: 200, outcome: 'ok' }],
    ['unknown', { endpoint: 'not-found', status: 404, outcome: 'refused' }],
    ['manage', { endpoint: 'manage', status: 200, outcome: 'ok', route: '/account' }],
  ])('a request leaves one line: %s', (path, told) => {
    expect(only(path).line).toMatchObject({ level: 'info', ms: expect.any(Number), ...told });
  });

  test('V16.3.3 a request that the authorizer refuses leaves a line of the authorizer, without an id', () => {
    const { line } = lines.authorizer?.at(-1) ?? { line: {} };

    expect(line).toMatchObject({ endpoint: 'authorizer', status: 401, outcome: 'refused' });
    expect(line).not.toHaveProperty('requestId');
  });

  test('a request that sends leads to a line for each report of SES, with the message', () => {
    const { messageId } = only('execute').line;

    expect(lines.events?.map(({ line }) => line)).toContainEqual(
      expect.objectContaining({
        ...{ endpoint: 'events', outcome: 'recorded', state: 'DELIVERED' },
        ...{ accountId: account.accountId, messageId },
      }),
    );
  });
});

test('the log line of an answer with 500 has its cause', async () => {
  const { headers } = await callRaw('/v1/verify', { key, body: { email: 'a@servfail.example' } });
  const own = () => textsOf('Verify').find((text) => text.includes(`"${headers['x-request-id']}"`));
  await until(() => own() !== undefined);

  expect(parse(own() ?? '{}')).toMatchObject({
    ...{ level: 'error', status: 500 },
    causes: [expect.stringContaining('Domain lookup failed')],
  });
});

describe('a line', () => {
  test('V16.1.1 a log line has no field that docs/operations/monitoring.md does not explain', () => {
    const fields = Object.values(lines)
      .flat()
      .flatMap(({ line }) => Object.keys(line));

    expect(documented.length).toBeGreaterThan(10);
    expect([...new Set(fields)].filter((field) => !documented.includes(field))).toEqual([]);
  });

  test.each(['render', 'execute', 'verify'] as const)(
    'a log line of %s is as short as docs/cost.md says, and so is the answer',
    (path) => {
      const { length } = Buffer.from(only(path).text);

      expect([length, answers[path]?.bytes]).toEqual([
        expectAtMost(functionCalls[path].logBytes, length),
        expectAtMost(measured.answerBytes[path], answers[path]?.bytes ?? 0),
      ]);
    },
  );

  test('a log line of a report of SES is as short as docs/cost.md says', () => {
    const longest = Math.max(...(lines.events ?? []).map(({ text }) => Buffer.byteLength(text)));

    expect(longest).toBe(expectAtMost(functionCalls.events.logBytes, longest));
  });

  test('a log line contains the metrics', () => {
    expect(only('execute').line._aws).toMatchObject({
      CloudWatchMetrics: [
        {
          Namespace: 'postrider',
          Dimensions: [['endpoint', 'outcome']],
          Metrics: [{ Name: 'ms' }],
        },
      ],
    });
  });
});

/** Returns `found` if it is between 75 % and 100 % of the limit. Otherwise the limit is wrong: returns a text. */
function expectAtMost(limit: number, found: number): number | string {
  return found <= limit && found > limit * 0.75 ? found : `about ${limit} at most`;
}
