import { readFile } from 'node:fs/promises';
import { addSuppression, listSuppressions } from '../../shared/manage/suppression.ts';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { faultsOf } from './harness/faults.ts';

openBrowserForFile();

async function suppressing(...addresses: string[]): Promise<TestAccount> {
  const account = await openAccount();
  for (const address of addresses) {
    await addSuppression(account.ports, account.accountId, { address, reason: 'asked for it' });
  }
  return account;
}

const file = (text: string) => ({
  ...{ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) },
});

test('a CSV file adds its addresses, and each line that is refused is told', async () => {
  const account = await suppressing('known@one.example');
  const page = await openDashboard(account, '/settings/suppressions', { bypassCSP: true });
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog');

  await dialog
    .getByLabel('CSV file')
    .setInputFiles(
      file('email,note\nada@two.example,moved\nknown@one.example,\nnobody,\nada@two.example,\n'),
    );
  await dialog.getByText('2 addresses can be added. 1 line repeat an address.').waitFor();
  await dialog.getByText('it has no @').waitFor();
  const faults = await faultsOf(page, [390]);
  await dialog.getByRole('button', { name: 'Suppress 2 addresses' }).click();
  await dialog
    .getByText('1 address added. 1 address on the list already. 1 line refused.')
    .waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the refused lines' }).click(),
  ]);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('row').filter({ hasText: 'ada@two.example' }).waitFor();

  expect(faults).toEqual([]);
  expect(await readFile(await saved.path(), 'utf8')).toBe(
    '\uFEFFline,address,problem\r\n4,nobody,it has no @\r\n',
  );
  const { suppressions } = await listSuppressions(account.ports, account.accountId);
  expect(suppressions.map(({ address, detail }) => [address, detail])).toEqual([
    ['ada@two.example', 'moved'],
    ['known@one.example', 'asked for it'],
  ]);
});

test('the list is filtered by domain and reason, sorted by a head, and saved as a CSV file', async () => {
  const account = await suppressing('a@two.example', 'b@one.example', 'c@two.example');
  const page = await openDashboard(account, '/settings/suppressions', { bypassCSP: true });
  const addresses = () => page.locator('tbody .name').filter({ hasText: '@' }).allTextContents();
  await page.getByRole('row').filter({ hasText: 'b@one.example' }).waitFor();

  await page.getByRole('button', { name: 'Address', exact: true }).click();
  await page.getByRole('button', { name: 'Address', exact: true }).click();
  const down = await addresses();
  await page.getByRole('button', { name: 'two.example' }).first().click();
  await page.getByRole('row').filter({ hasText: 'b@one.example' }).waitFor({ state: 'detached' });
  const ofDomain = await addresses();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const faults = await faultsOf(page, [1440, 390]);
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Bounced');
  await page.getByText('No suppressed address matches').waitFor();

  expect(down).toEqual(['c@two.example', 'b@one.example', 'a@two.example']);
  expect(ofDomain).toEqual(['c@two.example', 'a@two.example']);
  expect(faults).toEqual([]);
  const [head, ...lines] = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
  expect(head).toBe('address,reason,since,detail,message');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['a@two.example', 'c@two.example']);
});
