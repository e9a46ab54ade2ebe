import { openAccount } from '../api/harness/account.ts';
import { messageThatIs } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { letter, patient } from './harness/full-account.ts';

openBrowserForFile();

const account = patient(await openAccount());
await account.save({ ...letter, name: 'Back in stock' });
const request = (to: string) =>
  account.execute({ templateId: letter.id, variables: { name: 'Ada' }, _to: to });
for (const n of [1, 2, 3]) {
  const to = `bounce+${n}@simulator.amazonses.com`;
  expect(await request(to)).toMatchObject({ body: { success: true } });
  await messageThatIs('BOUNCED', account, to);
}

const row = 'bounce+3@simulator.amazonses.com';

test('one click leads from the overview to the largest part of the bounces, and two pause it', async () => {
  const page = await openDashboard(account, '/');
  const banner = page.getByRole('alert').filter({ hasText: 'bounces in the last 24 hours' });
  await banner.waitFor();

  const clicks = await countClicks(page);
  await banner
    .getByRole('link', { name: '3 of the 3 bounces: Back in stock to simulator' })
    .click();
  await page.getByRole('row').filter({ hasText: row }).waitFor();
  const { searchParams } = new URL(page.url());
  const toMessages = await clicks();
  await page.goBack();
  await banner.waitFor();
  await banner.getByRole('button', { name: 'Pause Back in stock' }).click();
  await page.getByRole('textbox', { name: 'Why' }).fill('Bounces at one domain');
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await banner.getByText('Paused', { exact: true }).waitFor();

  expect([toMessages, (await clicks()) - toMessages]).toEqual([1, 2]);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    ...{ state: 'BOUNCED', template: letter.id, domain: 'simulator.amazonses.com' },
  });
  expect(await request('eve@good.example')).toMatchObject({
    body: { type: 'flow_error', error: expect.stringContaining('(Bounces at one domain)') },
  });
});

test('the table names what bounces by domain, and a row leads to its messages in three clicks', async () => {
  const page = await openDashboard(account, '/');
  await page.getByRole('heading', { name: 'Sent by template' }).waitFor();

  const clicks = await countClicks(page);
  await page
    .getByRole('radio', { name: /^Bounced\b/ })
    .locator('..')
    .click();
  await page.getByText('Domain', { exact: true }).click();
  await page.getByRole('link', { name: 'simulator.amazonses.com', exact: true }).click();
  await page.getByRole('row').filter({ hasText: row }).waitFor();

  expect(await clicks()).toBe(3);
  expect(new URL(page.url()).searchParams.get('domain')).toBe('simulator.amazonses.com');
});

test('a paused template is resumed from its row, and its revisions say who paused and resumed it', async () => {
  const page = await openDashboard(account, '/templates');
  const paused = page.getByRole('row', { name: /Back in stock/ });
  await paused.getByText('Paused', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'More about Back in stock' }).click();
  await page.getByRole('menuitem', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await paused.getByText('Paused', { exact: true }).waitFor({ state: 'detached' });
  await page.goto(page.url().replace(/\/templates.*/, `/templates/${letter.id}/revisions`));
  const trail = page.getByRole('list', { name: 'Pauses' });

  expect(await trail.textContent()).toMatch(/Bounces at one domain.*Resumed by local/s);
  expect(await request('bob@good.example')).toMatchObject({ body: { type: 'sent' } });
});

test('a key is paused from its row, and the next request with it is refused', async () => {
  const page = await openDashboard(account, '/settings/api-keys');

  await page
    .getByRole('button', { name: /^More about/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('table').getByText('Paused', { exact: true }).waitFor();

  expect(await request('bob@good.example')).toMatchObject({ status: 403 });
});
