import { mock } from 'node:test';
import type { Page } from 'playwright-core';
import { alone } from '../../shared/adapters/tables/change.ts';
import { putUser } from '../../shared/adapters/tables/users-table.ts';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { addPerson, usersOf } from '../api/harness/people.ts';
import { afterEach, expect, test } from '../jest.ts';
import { openBrowserForFile, openWindow } from './harness/browser.ts';
import { editorParts, publish } from './harness/editor.ts';
import { readTemplate } from './harness/manage.ts';
import { signInAs, startSignIn } from './harness/sign-in.ts';
import { tokenSeconds } from './harness/user-pool.ts';

openBrowserForFile();

const [account, { url, openAs }] = await Promise.all([openAccount(), startSignIn()]);
await account.save({ id: 'letter', subject: 'Before', html: '<p>Hello</p>' });
const row = await addPerson(account, 'ada');
const { sub: ada } = row;
afterEach(() => {
  mock.timers.reset();
});

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const stored = (page: Page) =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      location.href,
      await indexedDB.databases(),
      await caches.keys(),
    ]),
  );

test('a user signs in first, and then gets to the page of the link, also after a reload', async () => {
  const page = await openAs(ada, '/templates/letter/api?language=curl');
  await title(page, 'letter').waitFor();
  const arrived = page.url();

  await page.reload();
  await title(page, 'letter').waitFor();
  const reloaded = page.url();
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByText(`${ada}@example.com`).first().waitFor();

  expect({ arrived, reloaded }).toEqual({
    arrived: `${url}/templates/letter/api?language=curl`,
    reloaded: `${url}/templates/letter/api?language=curl`,
  });
});

test('V14.3.3 the dashboard stores no token in the browser', async () => {
  const tokens: string[] = [];
  const page = await openWindow();
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/token')) return;
    const { access_token, id_token, refresh_token } = await answer.json();
    tokens.push(access_token, id_token, refresh_token);
  });
  await page.goto(`${url}/messages`);
  await signInAs(page, ada);
  await title(page, 'Messages').waitFor();

  const kept = await stored(page);

  expect(tokens).toEqual([
    expect.stringMatching(/^ey/),
    expect.stringMatching(/^ey/),
    expect.stringMatching(/./),
  ]);
  expect(tokens.filter((token) => kept.includes(token))).toEqual([]);
  expect(kept).not.toMatch(/eyJ|[?&]code=|code_verifier/);
});

test('V7.4.4 V14.3.1 after signing out, the next page asks to sign in again', async () => {
  const page = await openAs(ada, '/');
  await page.getByRole('button', { name: `${ada}@example.com` }).click();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByText('Sign-out Success').waitFor();
  await page.goto(`${url}/templates`);

  await page.locator('input[name="login"]').waitFor();
  expect(new URL(page.url()).origin).not.toBe(url);
});

test('the page tells a user without an invitation so clearly, who can then sign in as another user', async () => {
  const page = await openAs('stranger', '/templates');

  await title(page, 'You have no account yet').waitFor();
  const said = await page.getByRole('main').textContent();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await page.getByRole('button', { name: 'Yes, sign me out' }).waitFor();
  expect(said).toContain('stranger@example.com');
  expect(said).toContain('user invite stranger@example.com');
});

test('a user switches to the same template of another account, and back to the unsaved changes of the first', async () => {
  const other = await openAccount();
  await other.save({ id: 'letter', subject: 'Of the other', html: '<p>Hello</p>' });
  await putUser(usersOf(account), { ...row, otherAccounts: [other.accountId] }, alone, row);
  const page = await openAs(ada, '/templates/letter');
  page.on('dialog', (dialog) => dialog.accept());
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const foot = page.getByTitle('Account and appearance');
  const switchTo = async ({ accountId }: TestAccount) => {
    await foot.press('Enter');
    await page.getByRole('link', { name: accountId }).press('Enter');
  };
  await subject.fill('Not saved yet');

  await switchTo(other);
  await subject.getByText('Of the other').waitFor();
  const there = await page.getByText('Unsaved changes').count();
  await page.reload();
  await subject.getByText('Of the other').waitFor();
  await switchTo(account);
  await subject.getByText('Not saved yet').waitFor();
  const address = new URL(page.url());
  await page.goto(`${url}/?account=acc_0000000000000000`);
  await title(page, 'You may not open this account').waitFor();
  await page.getByRole('button', { name: 'Open your own account' }).click();
  await title(page, 'Overview').waitFor();

  expect(there).toBe(0);
  expect(address.pathname + address.search).toBe('/templates/letter');
  expect(await readTemplate(account, 'letter')).toMatchObject({ subject: 'Before' });
});

test('if a session ends with a draft in two tabs, a sign-in in each brings it back, and each change is saved once', async () => {
  await account.save({ id: 'note', subject: 'Before', html: '<p>Hello</p>' });
  const one = await openAs(ada, '/templates/note');
  const two = await one.context().newPage();
  await two.goto(`${url}/templates/note`);
  const subjectOf = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
  const endedIn = (page: Page) =>
    page.getByRole('dialog', { name: 'Your session has ended' }).first();
  await subjectOf(one).fill('Written in one');
  await subjectOf(two).fill('Written in two');
  // For the issuer and all that check tokens, the tokens have expired.
  mock.timers.enable({ apis: ['Date'], now: Date.now() + (tokenSeconds + 1) * 1000 });
  for (const page of [one, two]) {
    await page.keyboard.press('ControlOrMeta+s');
    await endedIn(page).waitFor();
  }

  for (const page of [one, two]) {
    await endedIn(page).getByRole('button', { name: 'Sign in again' }).click();
    await endedIn(page).waitFor({ state: 'hidden' });
  }
  await publish(one);
  await editorParts(one).status.filter({ hasText: 'Published as revision 2' }).waitFor();
  await publish(two);
  await two.getByRole('dialog').getByText('Written in one').first().waitFor();

  expect(await subjectOf(two).textContent()).toBe('Written in two');
  expect(await readTemplate(account, 'note')).toMatchObject({
    ...{ revision: 2, subject: 'Written in one' },
  });
});
