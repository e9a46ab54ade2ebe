import { addUser } from '../../../cli/upkeep/users.ts';
import { access } from '../../../functions/manage/access.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { putUser } from '../../../shared/adapters/tables/users-table.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { inParallel } from '../../../shared/manage/parallel.ts';
import { mayOf, missingRight, type Right, type Role } from '../../../shared/people/roles.ts';
import { describe, expect, test } from '../../jest.ts';
import { problem, startDashboard } from './dashboard.ts';

const dashboard = await startDashboard();
const { accountId, ask } = await dashboard.accountDoor();
const other = await createAccount(dashboard.ports, { name: 'Other', plan: 'free' });
const { users } = dashboard.tables;
const invitedAt = '2026-01-01T00:00:00.000Z';

const routes = (Object.entries(access) as [Right, readonly string[]][]).flatMap(([right, names]) =>
  names.map((name) => {
    const [method = '', pattern = ''] = name.split(' ');
    const path = pattern.replace(/:address\{\.\+\}/, 'a@b.example').replace(/:\w+/g, '1');
    return { right, method, pattern, path };
  }),
);

/** Asks every route as a user, with a body that is no JSON. The answers by the right that their routes need. */
async function askEach(sub: string, account?: string) {
  const asking = {
    authorizer: { claims: { sub } },
    ...(account && { headers: { 'x-postrider-account': account } }),
    body: '{',
  };
  return inParallel(routes, async ({ method, path, right }) => ({
    name: `${method} ${path}`,
    right,
    answer: await ask(method, path, asking),
  }));
}

const codeOf = ({ body }: { body: unknown }) => (body as { code?: string } | undefined)?.code;

describe('a role', () => {
  test.each<{ held: Role[] | undefined }>([
    ...(['viewer', 'support', 'author', 'publisher', 'admin'] as const).map((r) => ({ held: [r] })),
    { held: ['support', 'author'] },
    { held: ['viewer', 'publisher'] },
    { held: undefined },
  ])('V8.2.1 $held opens the routes of its rights and no other', async ({ held }) => {
    const sub = `sub-${held?.join('-')}`;
    const roles = held && { [accountId]: held };
    await putUser(users, { sub, accountId, email: 'ada@example.com', invitedAt, roles }, alone);
    const own = held ?? ['admin'];

    const asked = await askEach(sub);

    const may = mayOf(own);
    const denied = asked.filter(({ right }) => !may.includes(right));
    const allowed = asked.filter(({ right }) => may.includes(right));
    for (const { right, answer } of denied) {
      expect(answer).toEqual(
        problem(403, 'not_permitted', 'Your role does not allow this', {
          detail: missingRight(right, own),
        }),
      );
    }
    expect(allowed.filter(({ answer }) => answer.status === 403)).toEqual([]);
    expect(denied.length + allowed.length).toBe(routes.length);
  });

  test('V8.2.2 a role in one account gives nothing in another', async () => {
    const user = { sub: 'sub-two', email: 'eva@example.com' };
    const ports = { ...dashboard.ports, users };
    await addUser(ports, { ...user, accountId, roles: ['admin'] });
    await addUser(ports, { ...user, accountId: other.accountId, roles: ['viewer'] });

    const asked = await askEach(user.sub, other.accountId);

    const denied = asked.filter(({ answer }) => codeOf(answer) === 'not_permitted');
    expect(new Set(denied.map(({ right }) => right))).toEqual(
      new Set(['personal', 'operate', 'write', 'publish', 'administer']),
    );
  });

  test('without a row, or with roles of a later version alone, no route opens', async () => {
    const roles = { [accountId]: ['auditor'] };
    await putUser(
      users,
      { sub: 'sub-9', accountId, email: 'zoe@example.com', invitedAt, roles },
      alone,
    );

    const asked = [...(await askEach('sub-none')), ...(await askEach('sub-9'))];

    expect(new Set(asked.map(({ answer }) => codeOf(answer)))).toEqual(new Set(['no_account']));
  });

  test('the sentence of a refusal names the roles that have the right, and all of one’s own', () => {
    expect(missingRight('publish', ['support', 'author'])).toBe(
      'This needs the role publisher or admin; your role in this account is support and author',
    );
  });
});

test('V16.3.2 every line of the table has its route, and the log says which right was denied', async () => {
  dashboard.log();

  for (const { method, path } of routes) await ask(method, path, { body: '{' });
  const lines = dashboard.log();
  await ask('POST', '/templates', { authorizer: { accountId, roles: 'viewer,support' } });

  const named = lines.map(({ method, route }) => `${method} ${route}`);
  expect(named).toEqual(routes.map(({ method, pattern }) => `${method} ${pattern}`));
  expect(lines.filter(({ status }) => status === 405)).toEqual([]);
  expect(dashboard.log()).toMatchObject([{ status: 403, denied: 'publish', outcome: 'refused' }]);
});

test('an account says what its user may do, and where test mails may go', async () => {
  const shown = async (roles: string) => {
    const { body } = await ask('GET', '/account', { authorizer: { accountId, roles } });
    const { roles: held, may, testTo } = body as Record<string, unknown>;
    return { held, may, testTo };
  };

  expect(await shown('author,viewer')).toEqual({
    ...{ held: ['viewer', 'author'], may: ['read', 'write'], testTo: [] },
  });
  expect(await shown('admin')).toEqual({
    held: ['admin'],
    may: ['read', 'personal', 'operate', 'write', 'publish', 'administer'],
    testTo: null,
  });
});
