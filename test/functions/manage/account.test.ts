import { describe, expect, test } from '../../jest.ts';
import { invalid, notFound, ok, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();
const { accountId, ask } = await dashboard.accountDoor();

const dayMs = 24 * 60 * 60 * 1000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
const account = () => ({
  accountId,
  name: 'Acme',
  plan: 'team',
  limits: { requestsPerMinute: 1000, recipients: 50, templateHtmlBytes: 512 * 1024 },
  baseUrl: 'https://api.example.com/v1',
  accounts: [{ accountId, name: 'Acme' }],
  user: null,
  roles: ['admin'],
  may: ['read', 'personal', 'operate', 'write', 'publish', 'administer'],
  testTo: null,
  paused: null,
  approvals: 0,
});

describe('the account', () => {
  test('the account has its plan, its limits and thirty days of usage', async () => {
    const [keyId = ''] = dashboard.gateway.keys.keys();
    dashboard.gateway.usage.set(keyId, [...Array(28).fill([0, 10]), [3, 7], [5, 2]]);

    const answer = await ask('GET', '/account');

    const usage = Array.from({ length: 30 }, (_, at) => ({ date: day(29 - at), requests: 0 }));
    const counted = usage
      .with(28, { date: day(1), requests: 3 })
      .with(29, { date: day(0), requests: 5 });
    expect(answer).toEqual(ok({ ...account(), usage: counted }));
    expect(dashboard.gateway.usageQueries).toEqual([
      { keyId, startDate: day(29), endDate: day(0) },
    ]);
  });

  test('the account has no usage if API Gateway does not answer, and the log says why', async () => {
    dashboard.gateway.failure = () => 400;
    dashboard.log();

    const answer = await ask('GET', '/account');

    expect(answer).toEqual(ok({ ...account(), usage: null }));
    expect(dashboard.log()).toMatchObject([
      { status: 200, causes: [expect.stringContaining('BadRequestException')] },
    ]);
    dashboard.gateway.failure = () => undefined;
  });

  test('the account gets another name, and keeps it if the next one is refused', async () => {
    const renamed = await ask('PATCH', '/account', { body: { name: ' Acme Shop ' } });
    const refused = await ask('PATCH', '/account', { body: { name: ' ' } });
    const { body } = await ask('GET', '/account');
    await ask('PATCH', '/account', { body: { name: 'Acme' } });

    const detail = 'The name must not be empty';
    expect(renamed).toEqual(ok({ accountId, name: 'Acme Shop' }));
    expect(refused).toEqual(invalid({ pointer: '/name', detail, code: 'bad-name' }));
    expect(body).toMatchObject({ name: 'Acme Shop', plan: 'team' });
  });

  test('an unknown account is not found', async () => {
    const answer = await ask('GET', '/account', { authorizer: { accountId: 'acc_none' } });

    expect(answer).toEqual(notFound);
  });
});
