import { readFile } from 'node:fs/promises';
import { addSuppression } from '../../shared/manage/suppression.ts';
import { listTrail } from '../../shared/manage/trail/trail.ts';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { faultsOf } from './harness/faults.ts';

openBrowserForFile();

test('the trail shows who changed what, narrowed by its filters, links to each target, and saves what is found', async () => {
  const account = await openAccount();
  await account.save({ id: 'welcome', name: 'Welcome', html: '<p>Hello</p>' });
  const { ports, accountId } = account;
  await addSuppression(ports, accountId, { address: 'ada@example.com' });
  const page = await openDashboard(account, '/settings/trail', { bypassCSP: true });
  const rows = page.getByRole('row');
  await rows.filter({ hasText: 'Suppression added' }).waitFor();
  const faults = await faultsOf(page, [390, 1280]);

  await page.getByLabel('Kind of change').selectOption({ label: 'Templates' });
  await rows.filter({ hasText: 'Suppression added' }).waitFor({ state: 'detached' });
  const published = rows.filter({ hasText: 'Template published' });
  await published.waitFor();
  const address = new URL(page.url()).search;
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export JSON lines' }).click(),
  ]);
  const exports = await listTrail(ports, accountId, { action: 'trail.exported' });
  await published.getByRole('link', { name: 'template:welcome' }).click();
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();

  expect(faults).toEqual([]);
  expect(address).toBe('?action=template.');
  const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n');
  expect(exports.entries).toMatchObject([{ change: { entries: 1 }, door: 'dashboard' }]);
  expect(lines.map((line) => JSON.parse(line).target)).toEqual(['template:welcome']);
});
