import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard, openWindow } from './harness/browser.ts';
import { openFullAccount } from './harness/full-account.ts';

openBrowserForFile();

const account = await openFullAccount();

test('the keys lead from the sum of the bounced messages to the messages of a day', async () => {
  const page = await openDashboard(account, '/');
  const bounced = page.getByRole('radio', { name: /^Bounced\b/ });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  await page.getByText('7 days', { exact: true }).click();
  await bounced.press(' ');
  const days = page.getByRole('list', { name: 'Bounced by day' }).getByRole('link');
  await days.last().focus();
  await page.keyboard.press('ArrowLeft');
  const yesterday = await focused();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  const today = await focused();
  await page.keyboard.press('Enter');
  await page.getByRole('row').filter({ hasText: 'bounce@simulator' }).waitFor();

  expect([yesterday, today]).toEqual([
    expect.stringMatching(/: 0 bounced$/),
    expect.stringMatching(/: 1 bounced$/),
  ]);
  expect(await days.count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('state')).toBe('BOUNCED');
});

test('a finger hits each day on a phone, and the reader’s own colours tell the parts of a bar apart', async () => {
  const viewport = { width: 390, height: 844 };
  const page = await openDashboard(account, '/', { viewport, forcedColors: 'active' });
  const days = page.getByRole('list', { name: 'Sent by day' }).getByRole('link');
  await days.first().waitFor();

  const patterns = await page
    .locator('.day-bars-readout .dot')
    .evaluateAll((dots) => dots.map((dot) => getComputedStyle(dot).backgroundImage));
  const box = await days.first().boundingBox();

  expect(box?.width).toBeGreaterThanOrEqual(24);
  expect(patterns).toHaveLength(5);
  expect(new Set(patterns).size).toBe(5);
});

test('numbers that cannot be loaded say so, and a click loads them', async () => {
  const window = await openWindow();
  let isDown = true;
  await window.route('**/manage/v1/overview?**', (route) =>
    isDown ? route.fulfill({ status: 503, body: 'down' }) : route.continue(),
  );
  const page = await openDashboard(account, '/', { window });
  const problem = page.getByRole('alert').filter({ hasText: 'The numbers could not be loaded' });
  await problem.waitFor();

  isDown = false;
  await problem.getByRole('button').click();

  await page.getByRole('list', { name: 'Sent by day' }).waitFor();
});

test('mails that could not be counted are counted by a click, by template and by API key', async () => {
  const window = await openWindow();
  let isDown = true;
  const nothing = { rows: null, goneBefore: null, isCut: false };
  await window.route('**/manage/v1/usage?**', (route) =>
    isDown ? route.fulfill({ json: nothing }) : route.continue(),
  );
  const page = await openDashboard(account, '/settings/account', { window });
  await page.getByText('CloudWatch did not count the mails in time').waitFor();
  isDown = false;

  const again = page.getByRole('button', { name: 'Count again' });
  const table = page.getByRole('region', { name: 'Mails and their cost, as a table' });
  const all = table.getByRole('row', { name: /^All/ });
  // On a busy machine the service may again fail to count in time; then the button is still there.
  let rows: unknown = null;
  while (rows === null) {
    const answered = page.waitForResponse('**/manage/v1/usage?**');
    await again.click();
    rows = (await (await answered).json()).rows;
  }
  await all.waitFor();
  const byTemplate = await all.allInnerTexts();
  await page.getByText('API key', { exact: true }).click();
  await table.getByRole('columnheader', { name: 'API key' }).waitFor();

  expect(byTemplate).toEqual([expect.stringMatching(/^All\D+2\s/)]);
  expect(await all.allInnerTexts()).toEqual(byTemplate);
});
