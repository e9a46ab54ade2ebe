import { openAccount } from '../api/harness/account.ts';
import { call } from '../api/harness/call.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';

openBrowserForFile();

const [account, other] = await Promise.all([openAccount(), openAccount()]);

/** The key and the body of the request that the page shows. */
function requestIn(curl: string) {
  const [, key = ''] = /Bearer (pr_test_\w+)/.exec(curl) ?? [];
  const [, body = ''] = /-d '(.*)'$/s.exec(curl) ?? [];
  return { key, body: JSON.parse(body) as Record<string, unknown> };
}

test('five clicks lead from an empty account to a mail that a request has sent', async () => {
  const page = await openDashboard(account, '/');
  const clicks = await countClicks(page);

  await page.getByRole('link', { name: 'Write one' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/templates/welcome-letter');
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('button', { name: 'Create a test key' }).click();
  await page.getByText('Waiting for your first request…').waitFor();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const counted = await clicks();
  const shown = page.getByRole('region', { name: 'The first request' });
  const { key, body } = requestIn((await shown.textContent()) ?? '');
  const refused = await call('/v1/execute', { key, body: { ...body, _to: 'nobody' } });
  await page.getByText('A request arrived, but no mail was sent').waitFor();
  const sent = await call('/v1/execute', { key, body });
  await page.getByText('Your first request has sent a mail.').waitFor();
  await page.getByRole('link', { name: 'Open the message' }).last().click();
  await page.getByRole('heading', { name: /^Welcome to Postrider, Ada/ }).waitFor();
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await page.getByRole('heading', { name: 'Messages by day' }).waitFor();

  expect(counted).toBe(5);
  expect([refused.body, sent.body]).toMatchObject([
    { type: 'validation_failed' },
    { success: true, type: 'sent' },
  ]);
});

test('dismissed first steps stay away, and the overview says what is left to do', async () => {
  const page = await openDashboard(other, '/');

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('heading', { name: 'Still to do' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Still to do' }).waitFor();

  expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
});

test('a search finds the mails to begin with by their words', async () => {
  const page = await openDashboard(other, '/templates');
  await page.getByRole('button', { name: 'New template' }).click();
  const dialog = page.getByRole('dialog', { name: 'New template' });
  const cards = dialog.locator('.starters').getByRole('radio');
  await cards.first().waitFor();
  const all = await cards.count();
  await cards.nth(3).hover();
  const borders = await cards.evaluateAll((each) =>
    each.map((card) => getComputedStyle(card).borderColor),
  );

  await dialog.getByLabel('Find a mail to begin with').fill('link hour');
  await dialog.getByRole('radio', { name: 'Password reset' }).click();
  const found = await cards.count();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/templates/password-reset');

  // Only the chosen one has the colour of a choice: the one under the mouse has another.
  expect(borders.filter((border) => border === borders[0])).toHaveLength(1);
  expect([all, found]).toEqual([12, 1]);
});
