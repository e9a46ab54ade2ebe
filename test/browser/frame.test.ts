import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { deployment } from '../api/harness/deployment.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openWindow } from './harness/browser.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({ id: 'letter', html: '<p>Hello</p>' });

const address = (path: string) =>
  `${deployment.dashboardUrl}${path}?${new URLSearchParams({ account: account.accountId })}`;

const outline = (page: Page) => page.locator('.arriving').filter({ visible: true });

test('the frame with the menu and the page’s title stands before the page’s script is there', async () => {
  const page = await openWindow({ colorScheme: 'dark' });
  const { promise: free, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/first-*.js', async (route) => {
    await free;
    await route.continue();
  });

  await page.goto(address('/templates/letter/flow'), { waitUntil: 'commit' });
  await outline(page).waitFor();
  const menu = page.getByRole('navigation', { name: 'Main' });
  const current = await menu.locator('[aria-current="page"]').textContent();
  const drawn = await menu.getByRole('link').allTextContents();
  const title = await outline(page).textContent();
  const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  resolve();
  await page.getByRole('heading', { level: 1, name: 'letter' }).waitFor();

  expect([current, title, back]).toEqual(['Templates', 'letter', 'rgb(27, 29, 33)']);
  expect(await menu.getByRole('link').allTextContents()).toEqual(expect.arrayContaining(drawn));
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(back);
});

test('on a slow line the frame stands while the page’s script is still on its way', async () => {
  const page = await openWindow();
  const session = await page.context().newCDPSession(page);
  const speed = 60 * 1024;
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, downloadThroughput: speed, uploadThroughput: speed },
  });

  await page.goto(address('/messages'), { waitUntil: 'commit' });
  await outline(page).getByText('Messages').waitFor();
  await outline(page).locator('.rows-wait').waitFor();
  const arrived = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );

  expect(arrived.filter((path) => /first-.*\.js$/.test(path))).toEqual([]);
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
});

test('a page at rest fetches the scripts of the palette, the editor and the messages', async () => {
  const page = await openWindow();
  const fetched = page.waitForResponse(/assets\/palette-.*\.js$/);

  await page.goto(address('/settings/account'));

  expect((await fetched).status()).toBe(200);
});
