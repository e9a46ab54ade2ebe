import type { Locator } from 'playwright-core';
import { createAccount } from '../../shared/manage/accounts.ts';
import { createKey } from '../../shared/manage/keys.ts';
import { operatorOf } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { misfits } from './harness/fit.ts';
import { createTemplate } from './harness/manage.ts';

openBrowserForFile();

const long = (text: string) => text.repeat(200).slice(0, 200).trim();

/** Names of the greatest length: one word, and scripts that run to the left, have no spaces or stack their marks. */
const names = {
  unbroken: long('unbroken_'),
  arabic: long('إيصال الشراء '),
  chinese: long('收据'),
  marked: long('Z͑ͫa̴l̵g̸o̷ '),
};

const ports = operatorOf();
const account = await createAccount(ports, { name: names.unbroken, plan: 'team' });
await createKey(ports, { accountId: account.accountId, name: names.unbroken });
for (const [id, name] of Object.entries(names)) {
  await createTemplate(account, { id, name, subject: name, html: '<p>Hello</p>' });
}

const overflowOf = (element: Locator) =>
  element.evaluate((box) => Math.max(0, box.scrollWidth - box.clientWidth));

test('an unbroken name of a key stays within its dialog', async () => {
  const page = await openDashboard(account, '/settings/api-keys');

  await page.getByRole('button', { name: `More about ${names.unbroken}` }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('stops working at once').waitFor();

  expect(await overflowOf(dialog)).toBe(0);
});

test('a long name of the account leaves room for its plan in the menu, and wraps on its page', async () => {
  const page = await openDashboard(account, '/settings/account');
  const menu = page.getByRole('button', { name: names.unbroken });
  await menu.getByText('Team').waitFor();
  const fact = page.getByRole('main').getByText(names.unbroken);

  expect(await overflowOf(menu)).toBe(0);
  expect(await overflowOf(fact)).toBe(0);
});

test.each(Object.entries(names))('a long name fits its list and its title: %s', async (_, name) => {
  const page = await openDashboard(account, '/templates');
  const link = page.getByRole('link', { name, exact: true });
  await link.waitFor();
  const list = await misfits(page);
  const tooltip = await link.evaluate((element) => {
    const holder = element.closest('[title]') ?? element.querySelector('[title]');
    return holder?.getAttribute('title');
  });

  await link.click();
  await page.getByRole('heading', { level: 1, name }).waitFor();

  expect({ list, tooltip, title: await misfits(page) }).toEqual({
    list: [],
    tooltip: name,
    title: [],
  });
});
