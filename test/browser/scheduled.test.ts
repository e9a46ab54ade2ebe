import type { Page } from 'playwright-core';
import { call } from '../api/harness/call.ts';
import { messageThatIs, messageTo, statesTo } from '../api/harness/messages.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { letter, openFullAccount } from './harness/full-account.ts';

openBrowserForFile();

const account = await openFullAccount();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function schedule(to: string, days: number): Promise<string> {
  const request = { templateId: 'letter', variables: { name: 'Ada' }, _to: to };
  await account.execute({ ...request, _sendAt: inDays(days) });
  return (await messageTo(account, to)).record.messageId;
}

const listed = (page: Page) =>
  page.getByRole('cell').filter({ hasText: '@good.example' }).allTextContents();
const rowTo = (page: Page, address: string) => page.getByRole('row').filter({ hasText: address });
const dialog = (page: Page) => page.getByRole('dialog');

test('scheduled messages are listed the soonest first, and one is cancelled after a question', async () => {
  await schedule('late@good.example', 20);
  await schedule('soon@good.example', 3);
  const page = await openDashboard(account, '/messages?state=SCHEDULED');
  await rowTo(page, 'late@good.example').waitFor();
  const before = await listed(page);

  await rowTo(page, 'soon@good.example').getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).getByRole('button', { name: 'Keep it' }).click();
  await dialog(page).waitFor({ state: 'hidden' });
  const kept = await statesTo(account, 'soon@good.example');
  await rowTo(page, 'soon@good.example').getByRole('button', { name: 'Cancel' }).click();
  await dialog(page).getByRole('button', { name: 'Cancel the message' }).click();
  await rowTo(page, 'soon@good.example').getByText('Cancelled').waitFor();

  expect({ before, kept }).toEqual({
    before: ['soon@good.example', 'late@good.example'],
    kept: ['SCHEDULED'],
  });
  expect(await statesTo(account, 'soon@good.example')).toEqual(['CANCELLED']);
  expect(await rowTo(page, 'soon@good.example').getByRole('button').count()).toBe(0);
});

test('a scheduled message is sent now from its page, with the current revision if asked for', async () => {
  const id = await schedule('now@good.example', 5);
  await account.save({ ...letter, subject: 'Good day, {{name}}' });
  const viewport = { width: 1280, height: 800 };
  const page = await openDashboard(account, `/messages/${id}`, { viewport });
  await page.getByText(/^It is scheduled for .+ \(in [45] days\)\.$/).waitFor();
  const head = page.locator('.page-head');
  const tops = await head
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
  await page.getByRole('button', { name: 'Send now' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Use today’s revision 3' }).check();
  await dialog(page).getByRole('button', { name: 'Send now' }).click();
  await page.getByText('It was delivered.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Good day, Ada' }).waitFor();

  const { record } = await messageThatIs('DELIVERED', account, 'now@good.example');
  expect([tops.length, new Set(tops).size]).toEqual([4, 1]);
  expect({ id: record.messageId, revision: record.revision }).toEqual({ id, revision: 3 });
  expect(await page.getByRole('button', { name: 'Send now' }).count()).toBe(0);
});

test('a message that was cancelled elsewhere meanwhile is not sent, and the page says why', async () => {
  const id = await schedule('gone@good.example', 5);
  const page = await openDashboard(account, `/messages/${id}`);
  await page.getByRole('button', { name: 'Send now' }).click();
  await call('/v1/cancel', { key: account.key, body: { id } });

  await dialog(page).getByRole('button', { name: 'Send now' }).click();
  await dialog(page).getByText('is CANCELLED').waitFor();
  await dialog(page).getByRole('button', { name: 'Not now' }).click();
  await page.getByText(/^It was cancelled before its time, .+, so nothing was sent\./).waitFor();

  expect(await page.getByRole('button', { name: 'Send now' }).count()).toBe(0);
});

test('a reader in another zone gets times of this zone, which it names, and the same times in UTC', async () => {
  const to = 'zone@good.example';
  const _sendAt = new Date(Date.now() + 86_400_000).toISOString().replace(/T.*/, 'T12:00:00Z');
  await account.execute({ templateId: 'letter', variables: { name: 'Ada' }, _to: to, _sendAt });
  const { messageId } = (await messageTo(account, to)).record;

  const timezoneId = 'Australia/Eucla';
  const page = await openDashboard(account, `/messages/${messageId}`, { timezoneId });

  await page.getByText(/^It is scheduled for .* at 20:45 GMT\+8:45/).waitFor();
  await page.getByText('Times in Australia/Eucla.').waitFor();
  const time = page.getByRole('main').getByText(/^[-\d]+ 20:45:00$/);
  const day = _sendAt.slice(0, 10);
  expect(await time.getAttribute('title')).toMatch(
    new RegExp(` at 20:45:00 GMT\\+8:45, which is ${day} 12:00:00 UTC$`),
  );
});
