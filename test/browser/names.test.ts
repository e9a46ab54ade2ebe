import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../shared/manage/accounts.ts';
import { createKey } from '../../shared/manage/keys.ts';
import { operatorOf } from '../api/harness/account.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';

openBrowserForFile();

/** One word, longer than a line of any dialog. */
const name = 'unbroken_'.repeat(20);

let account: { accountId: string };
beforeAll(async () => {
  const ports = operatorOf();
  account = await createAccount(ports, { name, plan: 'team' });
  await createKey(ports, { accountId: account.accountId, name });
});

/** How far the content of an element reaches beyond it, in CSS pixels. */
const overflowOf = (element: Locator) =>
  element.evaluate((box) => Math.max(0, box.scrollWidth - box.clientWidth));

test('an unbroken name of a key stays within its dialog', async () => {
  const page = await openDashboard(account, '/settings/api-keys');

  await page.getByRole('button', { name: `Revoke ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('stops working at once').waitFor();

  expect(await overflowOf(dialog)).toBe(0);
});

test('a long name of the account leaves room for its plan in the menu, and wraps on its page', async () => {
  const page = await openDashboard(account, '/settings/account');
  const menu = page.getByRole('button', { name });
  await menu.getByText('Team').waitFor();
  const fact = page.getByRole('main').getByText(name);

  expect(await overflowOf(menu)).toBe(0);
  expect(await overflowOf(fact)).toBe(0);
});
