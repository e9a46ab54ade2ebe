import { writeAccount } from '../../../shared/adapters/tables/accounts-table.ts';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { putUser } from '../../../shared/adapters/tables/users-table.ts';
import { flowOf, provider, template } from '../../api/harness/flow.ts';
import { expect, test } from '../../jest.ts';
import {
  type Asking,
  accountId,
  ask,
  dashboard,
  ok,
  problem,
  startDashboardForFile,
} from './dashboard.ts';

await startDashboardForFile();

const flow = flowOf(template, provider({ from: 'Zoe <zoe@example.com>' }));
const content = { name: 'Welcome', subject: 'Hi', html: '<p>Hi</p>', flow };

test('an author sends test mails only to the own address and to the seed list', async () => {
  await ask('POST', '/templates', { body: { id: 'welcome', ...content } });
  await writeAccount(dashboard.tables.accounts, accountId, { seeds: ['Qa@seeds.example'] }, alone);
  const user = { sub: `sub-${accountId}`, accountId, email: 'ann@example.com' };
  const roles = { [accountId]: ['author'] };
  await putUser(dashboard.tables.users, { ...user, invitedAt: '2026-01-01', roles }, alone);
  const authorizer = { claims: { sub: user.sub } };
  const send = (to: string) =>
    ask('POST', '/templates/welcome/test-send', {
      ...{ authorizer, headers: { 'Idempotency-Key': to.replace(/\W/g, '') }, body: { to } },
    });

  const statuses = await Promise.all(
    ['ann@example.com', 'Ann <ANN@example.com>', 'qa@seeds.example', 'no address'].map(send),
  );
  const refused = await send('eve@example.com');
  const { body } = await ask('GET', '/account', { authorizer });

  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  const detail =
    'Without the role publisher or admin, test mails go only to your own address and to the seed list';
  expect(refused).toEqual(
    problem(403, 'not_permitted', 'Your role does not allow this', { detail }),
  );
  expect(body).toMatchObject({ testTo: ['ann@example.com', 'Qa@seeds.example'] });
});

test('an author makes a template by its first draft, which takes no id that is or was in use', async () => {
  const author = (method: string, path: string, asking: Asking = {}) =>
    ask(method, path, { authorizer: { accountId, roles: 'author' }, ...asking });
  const first = (id: string, html = 'one') =>
    author('PUT', `/templates/${id}/draft`, {
      ...{ headers: { 'If-None-Match': '*' }, body: { ...content, html, from: 0 } },
    });
  await ask('POST', '/templates', { body: { id: 'served', ...content } });
  await ask('POST', '/templates', { body: { id: 'deleted', ...content } });
  await ask('DELETE', '/templates/deleted', { headers: { 'If-Match': '"1"' } });

  const made = await first('fresh');
  const repeated = await first('fresh');
  const refused = [await first('fresh', 'two'), await first('served'), await first('deleted')];
  const listed = await author('GET', '/templates', { query: { state: 'draft' } });
  const shown = await author('GET', '/templates/fresh');
  const headers = { 'If-Match': made.headers.etag ?? '' };
  const published = await ask('POST', '/templates/fresh/draft/publish', {
    ...{ headers, body: { over: 0 } },
  });

  expect(made).toMatchObject({ status: 200, body: { id: 'fresh', draft: { from: null } } });
  expect(repeated).toEqual(made);
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 404]);
  const fresh = { id: 'fresh', revision: 0 };
  expect(listed.body).toMatchObject({ items: [fresh] });
  expect(shown.body).toMatchObject({ ...fresh, html: 'one', deletedAt: null });
  expect(published).toMatchObject({ status: 200, body: { revision: 1, draft: null } });
});

test('an admin sees who may open the account, and what they may do', async () => {
  const invitedAt = '2026-01-01T00:00:00.000Z';
  const put = (name: string, user: object) =>
    putUser(
      dashboard.tables.users,
      {
        ...{ sub: `${name}-${accountId}`, accountId, email: `${name}@example.com`, invitedAt },
        ...user,
      },
      alone,
    );
  await put('zoe', { roles: { [accountId]: ['support', 'author'] } });
  await put('ann', {});
  await put('eve', { accountId: 'acc_other' });

  expect(await ask('GET', '/users')).toEqual(
    ok({
      items: [
        { email: 'ann@example.com', roles: ['admin'], invitedAt },
        { email: 'zoe@example.com', roles: ['support', 'author'], invitedAt },
      ],
      nextCursor: null,
    }),
  );
});
