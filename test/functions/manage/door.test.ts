import { addUser } from '../../../cli/upkeep/users.ts';
import { deleteAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { deleteUser } from '../../../shared/adapters/tables/users-table.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { describe, expect, test } from '../../jest.ts';
import { eventOf, invalid, notFound, problem, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();
const { accountId, ask } = await dashboard.accountDoor();

describe('the user of a request', () => {
  const claims = (sub: string) => ({ authorizer: { claims: { sub } } });

  test('a request reads the account of its user, until the user is removed', async () => {
    const { ports, tables } = dashboard;
    const users = { ...ports, users: tables.users };
    await addUser(users, { sub: 'sub-1', accountId, email: 'Ada@example.com' });

    const invited = await ask('GET', '/account', claims('sub-1'));
    await deleteUser(users.users, 'sub-1', alone);
    const removed = await ask('GET', '/account', claims('sub-1'));

    expect(invited).toMatchObject({
      status: 200,
      body: { accountId, user: { email: 'ada@example.com' } },
    });
    expect(removed).toEqual(problem(403, 'no_account', 'This user belongs to no account'));
  });

  test('a user of several accounts opens each of them by its id, and no other', async () => {
    const { ports, tables } = dashboard;
    const users = { ...ports, users: tables.users };
    const [second, strange] = await Promise.all([
      createAccount(ports, { name: 'Ärzte', plan: 'free' }),
      createAccount(ports, { name: 'Strange', plan: 'free' }),
    ]);
    for (const each of [accountId, second.accountId]) {
      await addUser(users, { sub: 'sub-3', accountId: each, email: 'eva@example.com' });
    }
    const as = (id: string) => ({ ...claims('sub-3'), headers: { 'X-Postrider-Account': id } });

    const [first, other, refused] = await Promise.all([
      ask('GET', '/account', claims('sub-3')),
      ask('GET', '/account', as(second.accountId)),
      ask('GET', '/templates', as(strange.accountId)),
    ]);
    await deleteAccount(tables.accounts, second.accountId, alone);
    const left = await ask('GET', '/account', claims('sub-3'));

    const accounts = [
      { accountId, name: 'Acme' },
      { accountId: second.accountId, name: 'Ärzte' },
    ];
    expect(first).toMatchObject({ status: 200, body: { accountId, accounts } });
    expect(other).toMatchObject({ body: { accountId: second.accountId, accounts } });
    expect(refused).toEqual(problem(403, 'other_account', 'This user may not open this account'));
    expect(left).toMatchObject({ body: { accountId, accounts: accounts.slice(0, 1) } });
  });

  test('V10.3.3 a user without an invitation belongs to no account', async () => {
    const answers = await Promise.all(
      ['sub-2', 'x'.repeat(5000), 'ü'].map((sub) => ask('GET', '/templates', claims(sub))),
    );

    const refused = problem(403, 'no_account', 'This user belongs to no account');
    expect(answers).toEqual([refused, refused, refused]);
  });

  test.each([
    ['no authorizer', null],
    ['an authorizer without findings', {}],
    ['claims without a user', { claims: {} }],
  ])('a request without a user is refused: %s', async (_, authorizer) => {
    const answer = await ask('GET', '/account', { authorizer });

    expect(answer).toEqual(problem(401, 'signed_out', 'Sign in first'));
  });
});

describe('a path', () => {
  test.each(['', '/', '/nothing', '/templates/a/nothing', '/constructor', '/account/more'])(
    'a path that the dashboard’s API does not have is not found: %s',
    async (path) => {
      const answer = await ask('GET', path);

      expect(answer).toEqual(notFound);
    },
  );

  test('a path is found with and without its stage', async () => {
    const event = eventOf('GET', '/account', { authorizer: { accountId } });

    const without = await dashboard.handle({ ...event, path: '/v1/account' });
    const elsewhere = await dashboard.handle({ ...event, path: '/v2/account' });

    expect(without.status).toBe(200);
    expect(elsewhere).toEqual(notFound);
  });

  test.each([
    ['PUT', '/account', 'GET, PATCH'],
    ['constructor', '/account', 'GET, PATCH'],
    ['POST', '/templates/a', 'GET, PUT, PATCH, DELETE'],
    ['GET', '/render', 'POST'],
    ['HEAD', '/messages', 'GET'],
  ])('a method that a path does not have is refused: %s %s', async (method, path, allow) => {
    const answer = await ask(method, path);

    expect(answer).toEqual(
      problem(405, 'method_not_allowed', 'This resource does not support this method', {
        headers: { allow },
      }),
    );
  });
});

describe('a body', () => {
  test.each([
    ['not JSON', '{"a"', 'Request body must be valid JSON'],
    ['no object', '[]', 'Request body must be a JSON object'],
    ['nested too deep', `{"a":${'['.repeat(40)}`, 'Request body is nested deeper than 32 levels'],
  ])('a body that is %s is invalid', async (_, body, detail) => {
    const answer = await ask('POST', '/render', { body });

    expect(answer).toEqual(invalid({ pointer: '', detail }));
  });

  test('a body of another type and a body over 1 MB are refused', async () => {
    const text = await ask('POST', '/render', {
      body: '{}',
      headers: { 'Content-Type': 'text/plain' },
    });
    const large = await ask('POST', '/render', { body: ' '.repeat(2 ** 20 + 1) });

    expect(text).toEqual(problem(415, 'not_json', 'Content-Type must be application/json'));
    expect(large).toEqual(problem(413, 'too_large', 'Request body is larger than 1 MB'));
  });

  test('a body is refused with all its mistakes at once', async () => {
    const body = { id: 1, name: null, html: [], testData: [], text: {} };

    const answer = await ask('POST', '/templates', { body });

    expect(answer).toEqual(
      invalid(
        { pointer: '/id', detail: 'id must be a string, found a number' },
        { pointer: '/name', detail: 'name must be a string, found null' },
        { pointer: '/subject', detail: 'subject is required' },
        { pointer: '/html', detail: 'html must be a string, found an array' },
        { pointer: '/text', detail: 'text must be a string, found an object' },
        { pointer: '/testData', detail: 'testData must be an object, found an array' },
      ),
    );
  });
});

describe('a query', () => {
  test('a query is refused with all its mistakes at once', async () => {
    const query = { limit: '101', state: 'GONE' };

    const answer = await ask('GET', '/messages', { query });

    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body).toMatchObject({
      errors: [
        { pointer: '/query/limit', detail: 'limit must be at most 100' },
        {
          pointer: '/query/state',
          detail: expect.stringContaining('must be one of SCHEDULED, CANCELLED, SENDING, SENT'),
        },
      ],
    });
  });

  test.each([
    ['/templates', 'x'],
    ['/templates/a/revisions', 'MA'],
    ['/api-keys', Buffer.from('key_none').toString('base64url')],
    ['/messages', 'bm8'],
    ['/suppressions', 'bm8'],
  ])('a query with the cursor of another list is invalid: %s', async (path, cursor) => {
    const answer = await ask('GET', path, { query: { cursor } });

    const errors = [
      {
        code: 'bad-cursor',
        pointer: '/query/cursor',
        detail: expect.stringContaining('cursor'),
      },
    ];
    expect(answer).toEqual(invalid(...errors));
  });
});

describe('the log', () => {
  test("V16.2.1 the log has one line a request, with the path's pattern and no input", async () => {
    dashboard.log();

    await ask('GET', '/templates/typed-by-somebody', { query: { search: 'typed' } });
    await ask('GET', '/typed');

    const line = {
      level: 'info',
      requestId: 'r-1',
      endpoint: 'manage',
      ms: expect.any(Number),
      cold: false,
    };
    const refused = { status: 404, outcome: 'refused' };
    expect(dashboard.log()).toEqual([
      { ...line, method: 'GET', route: '/templates/:id', accountId, ...refused },
      { ...line, method: 'GET', route: 'none', ...refused },
    ]);
  });

  test('the log has the causes of a fault, and the answer has none', async () => {
    const { accounts } = dashboard.tables;
    const Item = { accountId: { S: 'acc_damaged' }, name: { S: 'secret name' } };
    const { PutItemCommand } = await import('../../../shared/adapters/tables/dynamodb-client.ts');
    await accounts.client.send(new PutItemCommand({ TableName: accounts.name, Item }));
    dashboard.log();

    const answer = await ask('GET', '/account', { authorizer: { accountId: 'acc_damaged' } });

    expect(answer).toEqual(problem(500, 'internal', 'Internal server error'));
    expect(dashboard.log()).toMatchObject([
      { level: 'error', status: 500, causes: [expect.stringContaining('has no attribute plan')] },
    ]);
  });
});
