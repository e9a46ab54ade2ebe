import { beforeAll, describe, expect, test } from 'vitest';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { mailsWhere } from '../api/harness/inbox.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { descriptionOf } from './harness/described.ts';
import { editorParts, requestsOf } from './harness/editor.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

let account: TestAccount;
let crowded: TestAccount;
beforeAll(async () => {
  [account, crowded] = await Promise.all([openAccount(), openAccount()]);
  const html = '<p>Hello</p>';
  const numbers = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
  await Promise.all([
    account.save(...['letter', 'bill', 'Bill-2', 'notice'].map((id) => ({ id, html }))),
    crowded.save(...numbers.map((number) => ({ id: `mail-${number}`, html }))),
  ]);
});

const status = (id: string) =>
  askManage(account, `/templates/${id}`).then(
    () => 'is there',
    () => 'is not there',
  );

describe('clicks from the list', () => {
  test('two clicks from the list open a template and write in it', async () => {
    const page = await openDashboard(account, '/templates');
    const { html, status } = editorParts(page);
    const clicks = await countClicks(page);

    await page.getByRole('link', { name: 'letter', exact: true }).click();
    await html.click();
    await page.keyboard.type('Dear Ada, ');
    await page.keyboard.press('Control+S');

    await status.getByText('Saved as revision 2').waitFor();
    expect(await clicks()).toBe(2);
  });

  test('two clicks from the list show a template as on a phone', async () => {
    const page = await openDashboard(account, '/templates');
    const { preview, mail } = editorParts(page);
    const clicks = await countClicks(page);

    await page.getByRole('link', { name: 'letter', exact: true }).click();
    await preview.getByText('Phone').click();

    await mail.getByText('Hello').waitFor();
    expect(await mail.locator('html').evaluate(() => window.innerWidth)).toBe(375);
    expect(await clicks()).toBe(2);
  });

  test('three clicks from the list send a test mail', async () => {
    const page = await openDashboard(account, '/templates');
    const clicks = await countClicks(page);

    await page.getByRole('link', { name: 'bill', exact: true }).click();
    await page.getByRole('button', { name: 'Test send' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();

    await page.getByRole('status').filter({ hasText: 'Sent to you@inbox.example.com' }).waitFor();
    expect(await clicks()).toBe(3);
    const mails = await mailsWhere(({ body }) => body.html?.includes('<p>Hello</p>') ?? false);
    expect(mails.length).toBeGreaterThan(0);
  });

  test('two clicks from the list create a template, and two more another one', async () => {
    const page = await openDashboard(account, '/templates');
    const { mail } = editorParts(page);
    const ids: string[] = [];
    const counts: number[] = [];
    const clicks = await countClicks(page);

    for (let times = 0; times < 2; times += 1) {
      await page.getByRole('button', { name: 'New template' }).click();
      await page.getByRole('button', { name: 'Create' }).click();
      await mail.getByText('Welcome, Ada').waitFor();
      ids.push(new URL(page.url()).pathname);
      counts.push(await clicks());
      await page.goBack();
    }

    expect(ids).toEqual(['/templates/untitled-template', '/templates/untitled-template-2']);
    expect(counts).toEqual([2, 4]);
  });
});

describe('a new template', () => {
  test('a new template suggests an id from its name, and reports an invalid id at its field', async () => {
    const page = await openDashboard(account, '/templates');

    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    const id = dialog.getByRole('textbox', { name: 'Id' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Über uns');
    const proposed = await id.inputValue();
    await id.fill('letter');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('This id is taken: choose another').waitFor();
    const taken = await descriptionOf(id);
    await id.fill('with space');
    const refused = await descriptionOf(id);
    await id.fill('about-us');
    await dialog.getByRole('button', { name: 'Create' }).click();

    await page.getByRole('heading', { level: 1, name: 'Über uns' }).waitFor();
    expect(proposed).toBe('uber-uns');
    expect([taken, refused]).toEqual([
      expect.stringContaining('This id is taken'),
      expect.stringContaining('letters, digits, hyphens and underscores'),
    ]);
    expect(await status('about-us')).toBe('is there');
  });
});

test('a template is deleted after a confirmation', async () => {
  const page = await openDashboard(account, '/templates');
  const row = page.getByRole('link', { name: 'Bill-2', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Delete Bill-2?' });
  const ask = async () => {
    await page.getByRole('button', { name: 'More about Bill-2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  };

  await ask();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const before = await status('Bill-2');
  await ask();
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await row.waitFor({ state: 'detached' });
  expect([before, await status('Bill-2')]).toEqual(['is there', 'is not there']);
});

test('the notice about a deletion brings the template back', async () => {
  const page = await openDashboard(account, '/templates');
  const row = page.getByRole('link', { name: 'notice', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Delete notice?' });
  await page.getByRole('button', { name: 'More about notice', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText('template rollback notice 1', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  const between = await status('notice');

  await page.getByRole('button', { name: 'Restore' }).click();

  await page.getByText('notice was restored').waitFor();
  await row.waitFor();
  expect([between, await status('notice')]).toEqual(['is not there', 'is there']);
});

test("the search finds templates by the beginning of their id, and is kept in the page's address", async () => {
  const page = await openDashboard(account, '/templates');
  const search = page.getByRole('searchbox');
  const bill = page.getByRole('link', { name: 'bill', exact: true });

  await search.fill('bi');
  await page.getByText('1 template', { exact: true }).waitFor();
  const found = await bill.count();
  await page.reload();
  await page.getByText('1 template', { exact: true }).waitFor();
  const kept = await search.inputValue();
  await search.fill('ill');

  await page.getByText('No id begins with “ill”').waitFor();
  expect([found, kept]).toEqual([1, 'bi']);
});

test('a long list is read page by page', async () => {
  const page = await openDashboard(crowded, '/');
  const requests = requestsOf(page);
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') });

  await page.getByRole('link', { name: 'Templates' }).first().click();
  await page.getByText('50 templates so far').waitFor();
  const atFirst = await rows.count();
  await page.getByRole('button', { name: 'Load more' }).click();
  await page.getByText('60 templates', { exact: true }).waitFor();

  const lists = requests.filter(({ line }) => line.startsWith('GET /templates'));
  expect([atFirst, await rows.count(), lists.length]).toEqual([50, 60, 2]);
});
