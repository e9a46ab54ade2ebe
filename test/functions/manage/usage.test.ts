import { beforeEach, expect, test } from '../../jest.ts';
import { startLogsStub } from '../../logs-stub.ts';
import { eventOf, ok, startDashboard } from './dashboard.ts';

const logs = await startLogsStub();
process.env.AWS_ENDPOINT_URL_CLOUDWATCH_LOGS = logs.endpoint;
const dashboard = await startDashboard();
const { accountId } = await dashboard.accountDoor();

beforeEach(() => {
  dashboard.log();
  logs.calls.length = 0;
  logs.query = { rows: [], busyFor: 0, status: 'Complete' };
});

const ask = (leftMs?: number) =>
  dashboard.handle(eventOf('GET', '/usage', { authorizer: { accountId } }), leftMs);

test('usage is what one query of the account’s lines counts', async () => {
  const fields = { name: 'welcome', endpoint: 'execute', outcome: 'sent', lines: '2', told: '4' };
  logs.query.rows = [Object.entries(fields).map(([field, value]) => ({ field, value }))];

  const counted = { mails: 2, recipients: 6, otherRequests: 0, service: expect.any(Number) };
  const ses = { 'à la carte': expect.closeTo(0.0006), Essentials: expect.closeTo(0.00096) };
  expect(await ask()).toEqual(
    ok({
      rows: [{ id: 'welcome', name: 'welcome', test: false, ...counted, ses }],
      goneBefore: null,
      isCut: false,
    }),
  );
  expect(logs.calls[0]).toMatchObject({
    operation: 'StartQuery',
    input: {
      logGroupNames: ['render', 'execute'],
      queryString: expect.stringContaining(`accountId = "${accountId}"`),
    },
  });
});

test('a query that does not end within the request is stopped, and the answer has no rows', async () => {
  logs.query.busyFor = 1000;

  const answer = await ask(2500);

  expect(answer).toEqual(ok({ rows: null, goneBefore: null, isCut: false }));
  expect(logs.calls.at(-1)?.operation).toBe('StopQuery');
  const [line] = dashboard.log();
  expect(line).toMatchObject({ route: '/usage', status: 200, level: 'error' });
});

test('the use of keys is what one query of the account’s lines of seven days counts', async () => {
  const fields = { keyId: 'key_1', requests: '1.2E4', last: '1.76E12' };
  logs.query.rows = [Object.entries(fields).map(([field, value]) => ({ field, value }))];
  const use = () =>
    dashboard.handle(eventOf('GET', '/api-keys/use', { authorizer: { accountId } }));

  const lastAt = new Date(1.76e12).toISOString();
  expect(await use()).toEqual(ok({ uses: [{ keyId: 'key_1', requests: 12_000, lastAt }] }));
  expect(logs.calls[0]).toMatchObject({
    operation: 'StartQuery',
    input: { queryString: expect.stringContaining(`accountId = "${accountId}"`) },
  });
  logs.query.status = 'Failed';
  expect(await use()).toEqual(ok({ uses: null }));
});
