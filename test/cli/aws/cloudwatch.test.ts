import { cloudWatchLogs, countAtCloudWatch, logsClient } from '../../../cli/aws/cloudwatch.ts';
import { maxFoundLines } from '../../../cli/aws/request-log.ts';
import { atTerminal } from '../../../shared/adapters/call-times.ts';
import { atEndOfFile } from '../../end-of-file.ts';
import { beforeEach, expect, test } from '../../jest.ts';
import { startLogsStub } from '../../logs-stub.ts';
import { until } from '../../patience.ts';

const stub = await startLogsStub();
process.env.AWS_ACCESS_KEY_ID = 'test';
process.env.AWS_SECRET_ACCESS_KEY = 'test';
process.env.AWS_ENDPOINT_URL_CLOUDWATCH_LOGS = stub.endpoint;
const client = logsClient({ ...atTerminal, attempts: 1 }, { region: 'us-east-1' });
const log = cloudWatchLogs({ client, groups: ['render', 'execute'], pollMs: 1 });

atEndOfFile(() => client.destroy());

const since = new Date('2026-11-21T10:00:00Z');
const at = (seconds: number) => since.getTime() + seconds * 1000;

const line = (requestId: string, more: object = {}) =>
  JSON.stringify({ level: 'info', endpoint: 'render', requestId, status: 200, ...more });

beforeEach(() => {
  stub.calls.length = 0;
  stub.query = { rows: [], busyFor: 0, status: 'Complete' };
  stub.groups = new Map([
    [
      'render',
      [
        { timestamp: at(-5), message: line('before') },
        { timestamp: at(1), message: line('r-1') },
        { timestamp: at(3), message: line('r-3', { status: 500 }) },
        { timestamp: at(5), message: line('r-5') },
      ],
    ],
    [
      'execute',
      [
        { timestamp: at(2), message: line('r-2', { endpoint: 'execute' }) },
        { timestamp: at(4), message: 'Task timed out after 15.00 seconds' },
      ],
    ],
  ]);
});

const textsOf = async (search: object) => {
  const { entries, isCut } = await log.find({ since, ...search });
  return { texts: entries.map(({ line: read, text }) => read?.requestId ?? text), isCut };
};

test('the logs at CloudWatch are those of all functions in the order of time, from all pages', async () => {
  const found = await textsOf({});

  const timedOut = 'Task timed out after 15.00 seconds';
  expect(found).toEqual({ texts: ['r-1', 'r-2', 'r-3', timedOut, 'r-5'], isCut: false });
});

test.each([
  [{ requestId: 'r-3' }, ['r-3']],
  [{ endpoint: 'execute' }, ['r-2']],
  [{ endpoint: 'render', status: 500 }, ['r-3']],
  [{ requestId: 'r-3', status: 200 }, []],
])('the logs at CloudWatch are searched by %j', async (search, texts) => {
  expect(await textsOf(search)).toEqual({ texts, isCut: false });
});

test('the logs at CloudWatch return at most a thousand lines, and say that there are more', async () => {
  const many = Array.from({ length: maxFoundLines + 2 }, (_, index) => ({
    timestamp: at(index),
    message: line(`r-${index}`),
  }));
  stub.groups.set('render', many);

  const { texts, isCut } = await textsOf({ endpoint: 'render' });

  expect([texts.length, texts.at(-1), isCut]).toEqual([maxFoundLines, 'r-999', true]);
});

test('the logs at CloudWatch give the last use of each key', async () => {
  const row = (key: string, last: string) => [
    { field: 'keyId', value: key },
    { field: 'last', value: last },
  ];
  stub.query.rows = [row('key_1', '2026-11-21 10:00:01.500'), row('key_2', '1.7953092E12')];
  stub.query.busyFor = 2;

  const uses = await log.lastUseOfKeys(since);

  expect(Object.fromEntries(uses)).toEqual({
    key_1: '2026-11-21T10:00:01.500Z',
    key_2: new Date(1_795_309_200_000).toISOString(),
  });
  expect(stub.calls.map(({ operation }) => operation)).toEqual([
    'StartQuery',
    ...Array(3).fill('GetQueryResults'),
  ]);
  expect(stub.calls[0]?.input).toMatchObject({
    logGroupNames: ['render', 'execute'],
    startTime: since.getTime() / 1000,
  });
});

test('a log query that is given up says so', async () => {
  stub.query.status = 'Timeout';

  await expect(log.lastUseOfKeys(since)).rejects.toThrow('query ended as Timeout');
});

const search = { accountId: 'acc_1', since: new Date(Date.now() - 86_400_000) };
const count = (more: object = {}, signal = new AbortController().signal) =>
  countAtCloudWatch(
    { client, groups: ['render', 'execute'], pollMs: 1 },
    { by: 'template', ...search, ...more },
    signal,
  );
const row = (fields: Record<string, string>) =>
  Object.entries(fields).map(([field, value]) => ({ field, value }));
const started = () => stub.calls.find(({ operation }) => operation === 'StartQuery')?.input;

test('the count takes one query, reads its numbers, and says how much was searched', async () => {
  const sent = { endpoint: 'execute', outcome: 'sent' };
  stub.query.rows = [
    row({ name: 'welcome', ...sent, lines: '1.2E4', told: '25', telling: '10' }),
    row({ name: 'welcome', ...sent, test: '1', lines: '3', told: '0', telling: '3' }),
    row({ endpoint: 'verify', outcome: 'ok', lines: '4', telling: '0' }),
  ];

  expect(await count()).toEqual({
    groups: [
      { name: 'welcome', ...sent, test: false, lines: 12_000, recipients: 12_015 },
      { name: 'welcome', ...sent, test: true, lines: 3, recipients: 0 },
      { name: null, endpoint: 'verify', outcome: 'ok', test: false, lines: 4, recipients: 4 },
    ],
    isCut: false,
    searchedBytes: 770_000_000,
    goneBefore: null,
  });
  expect(started()?.logGroupNames).toEqual(['render', 'execute']);
  expect(started()?.limit).toBe(10_000);
});

test('a template that is called like a query does not change the query', async () => {
  await count();
  const before = started()?.queryString;
  stub.calls.length = 0;
  const name = 'x} | delete';
  stub.query.rows = [row({ name, endpoint: 'execute', outcome: 'sent', lines: '1' })];

  expect((await count()).groups).toMatchObject([{ name, lines: 1, recipients: 1 }]);
  expect(started()?.queryString).toBe(before);
});

test('an account whose id is not one of ours is not searched for', async () => {
  await expect(count({ accountId: 'acc" | delete' })).rejects.toThrow('wrong form');
  expect(started()).toBeUndefined();
});

test('a count that is interrupted stops the query', async () => {
  stub.query.busyFor = 1000;
  const interrupt = new AbortController();
  const counting = count({}, interrupt.signal);
  await until(() => stub.calls.some(({ operation }) => operation === 'GetQueryResults'));
  interrupt.abort(new Error('interrupted'));

  await expect(counting).rejects.toThrow('interrupted');
  expect(stub.calls.at(-1)).toMatchObject({ operation: 'StopQuery', input: { queryId: 'q-1' } });
});

test('the count says from when on the logs are kept, if the search begins earlier', async () => {
  stub.retentionInDays = 7;
  const { goneBefore } = await count({ since: new Date(Date.now() - 30 * 86_400_000) });
  stub.retentionInDays = 30;

  const days = (Date.now() - Date.parse(goneBefore ?? '')) / 86_400_000;
  expect(Math.round(days)).toBe(7);
});
