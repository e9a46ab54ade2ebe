import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { focusComesTo, tabTo } from './harness/keyboard.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({ id: 'letter', html: '<p>Hello</p>' });

test('a panel, a menu and a dialog that are opened for the first time leave their buttons in place and give the focus back to them', async () => {
  const page = await openDashboard(account, '/templates');
  const [panel, menu, dialog] = [
    page.getByTitle('Account and appearance'),
    page.getByRole('button', { name: 'More about letter' }),
    page.getByRole('button', { name: 'Suppress an address' }),
  ];

  const place = await panel.boundingBox();
  await panel.press('Enter');
  await page.getByText('Times are in').waitFor();
  expect(await panel.boundingBox()).toEqual(place);
  await page.keyboard.press('Escape');
  await focusComesTo(page, panel);

  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  await page.keyboard.press('Escape');
  await focusComesTo(page, menu);

  await page.getByRole('link', { name: 'Suppressions' }).click();
  await dialog.press('Enter');
  await focusComesTo(page, page.getByRole('textbox', { name: 'Address' }));
  await page.keyboard.press('Escape');
  await focusComesTo(page, dialog);
});

test('a tooltip comes with the focus, goes with Escape, and says that the text was copied', async () => {
  const page = await openDashboard(account, '/templates', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const tooltip = page.getByRole('tooltip');
  const copy = page.getByRole('button', { name: 'Copy the id letter' });

  await page.getByRole('link', { name: 'letter', exact: true }).focus();
  await tabTo(page, copy);
  await tooltip.getByText('Copy the id letter').waitFor();
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await tooltip.getByText('Copied').waitFor();

  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('letter');
});
