import { readFile } from 'node:fs/promises';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { faultsOf } from './harness/faults.ts';
import { openFullAccount } from './harness/full-account.ts';

openBrowserForFile();

const account = await openFullAccount();
const address = 'bounce@simulator.amazonses.com';

test('a person’s data is found, exported, and forgotten after the address is typed', async () => {
  const page = await openDashboard(account, '/settings/person');
  const field = page.getByRole('textbox', { name: 'E-mail address' });
  const find = page.getByRole('button', { name: 'Find' });

  await field.fill('bounce');
  await find.click();
  await page.getByText('is not a valid email address').waitFor();
  await field.fill('nobody@example.com');
  await find.click();
  await page.getByRole('heading', { name: 'Nothing is kept' }).waitFor();
  await field.fill(address.toUpperCase());
  await field.press('Enter');
  await page.getByRole('heading', { name: address }).waitFor();
  await page.getByRole('cell', { name: 'Suppression list' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  const download = await downloading;
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(exported).toMatchObject({ address, suppression: { reason: 'bounce' } });
  expect(exported.messages.length).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Forget this person' }).click();
  const dialog = page.getByRole('dialog', { name: `Forget ${address}` });
  const typed = dialog.getByRole('textbox', { name: 'Type the address to continue' });
  await typed.fill('other@example.com');
  await typed.press('Enter');
  await dialog.getByText(`Type ${address}`).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await typed.fill(address);
  await dialog.getByRole('button', { name: 'Forget' }).click();
  await page.getByText(`${address} is forgotten`).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const list = await openDashboard(account, '/settings/suppressions');
  await list.getByText('A forgotten person').waitFor();
  expect(await list.getByRole('button', { name: `Remove ${address}` }).count()).toBe(0);
});
