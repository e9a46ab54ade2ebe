import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from '../../../shared/adapters/tables/change.ts';
import { deleteUser } from '../../../shared/adapters/tables/users-table.ts';
import { beforeAll, describe, expect, test } from '../../jest.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { deployment } from '../harness/deployment.ts';
import { addPerson, usersOf } from '../harness/people.ts';
import { startSignedInPage } from '../harness/signed-in-page.ts';

let page: Awaited<ReturnType<typeof startSignedInPage>>;
let account: TestAccount;
beforeAll(async () => {
  [page, account] = await Promise.all([startSignedInPage(), openAccount()]);
});

async function askAs(claims: Record<string, unknown>, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await page.issuer.token(claims)}`;
  const answer = await fetch(`${page.url}/manage/v1/account`, {
    headers: { authorization, ...headers },
  });
  return { status: answer.status, body: await answer.json() };
}

describe('the dashboard with sign-in', () => {
  test('V8.3.1 a user sees only the account to which they were invited, whatever they ask for', async () => {
    const { sub } = await addPerson(account, 'ada');

    const own = await askAs({ sub });
    const other = await askAs({ sub }, { 'x-postrider-account': deployment.accountId });

    const { accountId } = account;
    expect(own).toMatchObject({
      status: 200,
      body: { accountId, accounts: [{ accountId }], user: { email: 'ada@example.com' } },
    });
    expect(other).toMatchObject({ status: 403, body: { code: 'other_account' } });
  });

  test('V7.4.2 V7.4.5 the dashboard refuses a removed user from the next request', async () => {
    const { sub } = await addPerson(account, 'bob');
    const before = await askAs({ sub });

    await deleteUser(usersOf(account), sub, alone);
    const after = await askAs({ sub });

    expect(before.status).toBe(200);
    expect(after).toMatchObject({ status: 403, body: { code: 'no_account' } });
  });

  test('V7.2.1 the dashboard asks to sign in again when a token has expired', async () => {
    const { sub } = await addPerson(account, 'eve');

    const answer = await askAs({ sub, exp: Math.floor(Date.now() / 1000) - 1 });

    expect(answer).toEqual({
      status: 401,
      body: {
        type: 'about:blank',
        code: 'signed_out',
        title: 'Sign in first',
        status: 401,
        requestId: expect.any(String),
        errors: [],
      },
    });
  });

  test('the log of the dashboard has no token, no name and no address', async () => {
    const { sub } = await addPerson(account, 'canary-of-a-user');
    const token = await page.issuer.token({ sub });
    const [, claims = '', signature = ''] = token.split('.');

    const statuses = await Promise.all(
      [token, `${token}x`].map(async (each) => {
        const headers = { authorization: `Bearer ${each}` };
        return (await fetch(`${page.url}/manage/v1/account`, { headers })).status;
      }),
    );

    const text = readdirSync(page.logs)
      .map((file) => readFileSync(join(page.logs, file), 'utf8'))
      .join('');
    const words = [signature, claims, sub, 'canary-of-a-user@example.com'];
    expect(statuses).toEqual([200, 401]);
    expect(text).toContain(account.accountId);
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  });
});
