import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '../../../jest.ts';
import { startLogsStub } from '../../../logs-stub.ts';
import { until } from '../../../patience.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { runHere, startStacks, wordsOf } from '../../in-process.ts';

const now = Date.now();
const secondsAgo = (seconds: number) => now - seconds * 1000;

const line = (requestId: string, seconds: number, more: object = {}) =>
  JSON.stringify({
    ...{ level: 'info', requestId, endpoint: 'render', accountId: 'acc_1', keyId: 'key_1' },
    ...{ status: 200, outcome: 'ok', ms: 7, cold: false },
    ...more,
    _aws: { Timestamp: secondsAgo(seconds), CloudWatchMetrics: [] },
  });

const fault = {
  ...{ level: 'error', endpoint: 'execute', status: 500, outcome: 'fault' },
  causes: ['Error: table lost\n    at here', 'ECONNREFUSED'],
};
const sent = { endpoint: 'execute', outcome: 'sent', templateId: 'welcome', revision: 2 };

const outputs = {
  ...{ BaseUrl: 'http://127.0.0.1:1/v1', Senders: 'none', LogGroups: 'one,two' },
  ...{ KeysTable: 'keys', AccountsTable: 'accounts', TemplatesTable: 'templates' },
  ...{
    MessagesTable: 'messages',
    UsagePlanFree: 'free',
    UsagePlanPro: 'pro',
    UsagePlanTeam: 'team',
  },
};

const deployment = {
  ...{ baseUrl: outputs.BaseUrl, region: 'us-east-1', pid: process.pid },
  dynamodbEndpoint: 'http://127.0.0.1:1',
  sesEndpoint: 'http://127.0.0.1:1',
  apiGatewayEndpoint: 'http://127.0.0.1:1',
  outputs,
};

const dir = temporaryFolder();
await mkdir(join(dir, 'logs'));
await writeFile(join(dir, 'deployment.json'), JSON.stringify(deployment));
const render = ['Loading failed', line('r-old', 7200), line('r-1', 50)];
const execute = [
  line('r-2', 40, { ...sent, keyId: 'key_2', messageId: '01M', cold: true }),
  line('r-3', 30, fault),
];
await writeFile(join(dir, 'logs', 'Render.log'), `${render.join('\n')}\n`);
await writeFile(join(dir, 'logs', 'Execute.log'), `${execute.join('\n')}\n    at there\n`);
const logs = await startLogsStub();
logs.groups.set('one', [{ timestamp: secondsAgo(20), message: line('r-aws', 20) }]);
logs.groups.set('two', []);
const environment = {
  ...(await startStacks({ Mail: outputs })).environment,
  POSTRIDER_DATA: dir,
  AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: logs.endpoint,
};

/** The output of a command. Throws if the command fails. */
async function run(options: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runHere(wordsOf(`logs ${options}`), environment);
  if (exitCode !== 0) throw new Error(stderr);
  return stripVTControlCharacters(stdout);
}

const linesOf = async (options: string): Promise<{ requestId?: string; text?: string }[]> =>
  JSON.parse(await run(`--json ${options}`)).lines;
const idsOf = async (options: string) =>
  (await linesOf(options)).map(({ requestId, text }) => requestId ?? text);

test('the logs of the local run are those of all functions for the last 15 minutes, with lines of other programs', async () => {
  expect(await idsOf('')).toEqual(['r-1', 'r-2', 'r-3', '    at there']);
});

test.each([
  ['--request r-2', ['r-2']],
  ['--endpoint render --since 3h', ['r-old', 'r-1']],
  ['--status 500', ['r-3']],
  ['--status 404', []],
  ['--key key_2', ['r-2']],
  ['--key key_1 --status 200', ['r-1']],
])('the logs of the local run are searched with %s', async (options, ids) => {
  expect(await idsOf(options)).toEqual(ids);
});

test('the logs of the local run are printed without the fields for CloudWatch', async () => {
  expect(await linesOf('--request r-2')).toEqual([
    {
      at: new Date(secondsAgo(40)).toISOString(),
      level: 'info',
      requestId: 'r-2',
      ...{ endpoint: 'execute', accountId: 'acc_1', keyId: 'key_2', status: 200 },
      ...{ outcome: 'sent', ms: 7, cold: true },
      ...{ templateId: 'welcome', revision: 2, messageId: '01M' },
    },
  ]);
});

test('the logs of the local run are printed as lines for people, a fault with its causes below', async () => {
  const printed = await run('--endpoint execute');

  const time = (seconds: number) =>
    new Date(secondsAgo(seconds)).toISOString().slice(0, 19).replace('T', ' ');
  expect(printed.split('\n')).toEqual([
    `${time(40)}  200  execute     sent                   7 ms  cold  welcome 2  message 01M  acc_1  key_2  request r-2`,
    `${time(30)}  500  execute     fault                  7 ms  acc_1  key_1  request r-3`,
    '    Error: table lost',
    '    ECONNREFUSED',
    '',
  ]);
});

const onAws = '--stack Mail --region us-east-1';

test('the logs of a stack are read from the log groups of its output', async () => {
  expect(await idsOf(`--request r-aws ${onAws}`)).toEqual(['r-aws']);
  expect(await idsOf(`--key key_1 ${onAws}`)).toEqual(['r-aws']);
  expect(await idsOf(`--key key_2 ${onAws}`)).toEqual([]);
  const groups = logs.calls.map(({ input }) => String(input.logGroupName));
  expect([...new Set(groups)].sort()).toEqual(['one', 'two']);
});

function moreCalls(count: number): Promise<void> {
  const before = logs.calls.length;
  return until(() => logs.calls.length >= before + count);
}

test('logs --follow prints each line of a stack once, until it is interrupted', async () => {
  const printed = run(`--follow --json ${onAws}`);
  const next = { timestamp: Date.now(), message: line('r-next', 0) };
  await moreCalls(2);
  logs.groups.get('two')?.push(next);
  await moreCalls(4);
  process.emit('SIGINT');

  const lines = (await printed).trim().split('\n');
  expect(lines.map((each) => JSON.parse(each).requestId)).toEqual(['r-aws', 'r-next']);
});
