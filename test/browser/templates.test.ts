import type { Page } from 'playwright-core';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { mailsWhere } from '../api/harness/inbox.ts';
import { beforeAll, expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { descriptionOf } from './harness/described.ts';
import { editorParts, requestsOf } from './harness/editor.ts';
import { misfits, turn } from './harness/fit.ts';
import { focusComesTo } from './harness/keyboard.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

let account: TestAccount;
let crowded: TestAccount;
beforeAll(async () => {
  [account, crowded] = await Promise.all([openAccount(), openAccount()]);
  const html = '<p>Hello</p>';
  const crowd = Array.from({ length: 300 }, (_, at) => ({
    ...{ id: `mail-${at}`, name: `${at < 100 ? 'Beleg für Käufer' : 'Rechnung'} ${at}`, html },
  }));
  await Promise.all([
    account.save(...['letter', 'bill', 'Bill-2', 'notice', 'twice'].map((id) => ({ id, html })), {
      id: 'old',
      name: 'Old',
      html,
    }),
    crowded.save(...crowd),
  ]);
});

const status = (id: string) =>
  askManage(account, `/templates/${id}`).then(
    () => 'is there',
    () => 'is not there',
  );

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

  expect(ids).toEqual(['/templates/welcome-letter', '/templates/welcome-letter-2']);
  expect(counts).toEqual([2, 4]);
});

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
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  const between = await status('notice');

  await page.getByRole('button', { name: 'Bring back notice' }).click();

  await page.getByText('notice is back').waitFor();
  await row.waitFor();
  expect([between, await status('notice')]).toEqual(['is not there', 'is there']);
});

test("the search finds templates by words of their name or id, and is kept in the page's address", async () => {
  const page = await openDashboard(crowded, '/templates');
  const search = page.getByRole('searchbox');
  const found = page.getByRole('link', { name: 'Beleg für Käufer 77', exact: true });

  await search.fill('KAUFER mail-77');
  await page.getByText('1 template', { exact: true }).waitFor();
  await found.waitFor();
  await page.reload();
  await page.getByText('1 template', { exact: true }).waitFor();
  const kept = await search.inputValue();
  await search.fill('kaufer nobody');
  await page.getByRole('button', { name: 'Clear the search' }).last().click();

  await page.getByText('300 templates', { exact: true }).waitFor();
  expect([kept, await search.inputValue()]).toEqual(['KAUFER mail-77', '']);
});

test("the menu's link to the templates leads from a search to all of them", async () => {
  const page = await openDashboard(crowded, '/templates?search=mail-77');
  await page.getByText('1 template', { exact: true }).waitFor();

  await page.getByRole('link', { name: 'Templates', exact: true }).click();

  await page.getByText('300 templates', { exact: true }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('');
});

test('a list of 300 templates is read by one request, and the keyboard reaches its last row', async () => {
  const page = await openDashboard(crowded, '/');
  const requests = requestsOf(page);

  await page.getByRole('link', { name: 'Templates' }).first().click();
  await page.getByText('300 templates', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By name');
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ArrowDown');
  const first = await focused(page);
  const rows = page.locator('[data-row]');
  for (const drawn of [60, 120, 180, 240, 300]) {
    await rows.nth(drawn - 1).waitFor();
    await page.keyboard.press('End');
  }
  const end = await focused(page);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Rechnung 299' }).waitFor();

  const lists = requests.filter(({ line }) => line.startsWith('GET /templates?limit'));
  expect([first, end, lists.length]).toEqual(['Beleg für Käufer 0', 'Rechnung 299', 1]);
});

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('an account with more templates than one request reads says how far the search looked, and looks further', async () => {
  const page = await openDashboard(account, '/templates');
  const looked: (string | null)[] = [];
  await page.route(/\/templates\?.*search=/, async (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    looked.push(cursor);
    const answer = await route.fetch();
    const { items } = await answer.json();
    const json = cursor ? { items, nextCursor: null } : { items: [], nextCursor: 'bGV0dGVy' };
    await route.fulfill({ response: answer, json });
  });

  await page.getByRole('searchbox').fill('notice');
  await page.getByText('Nothing found for “notice” so far').waitFor();
  await page.getByText('among the first 1,000 in the order of their ids').waitFor();
  await page.getByRole('button', { name: 'Look at more' }).click();

  await page.getByRole('link', { name: 'notice', exact: true }).waitFor();
  expect(looked).toEqual([null, 'bGV0dGVy']);
});

test('two clicks and Enter duplicate a template with its languages, flow and test data, without its draft', async () => {
  const source = {
    ...{ name: 'Beleg', subject: 'Ihr Beleg', html: '<p>Hallo {{name}}</p>', language: 'de' },
    languages: { en: { subject: 'Your receipt', html: '<p>Hello {{name}}</p>', text: null } },
    testData: { name: 'Ada' },
    flow: { nodes: [{ id: 'm', type: 'template' }], edges: [] },
  };
  await askManage(account, '/templates', { method: 'POST', body: { id: 'beleg', ...source } });
  const draft = { ...source, html: '<p>Draft</p>', from: 1 };
  await askManage(account, '/templates/beleg/draft', {
    ...{ method: 'PUT', ifNone: true, body: draft },
  });
  const page = await openDashboard(account, '/templates');
  const clicks = await countClicks(page);

  await page.getByRole('button', { name: 'More about Beleg' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const id = page.getByRole('dialog').getByRole('textbox', { name: 'Id' });
  await focusComesTo(page, id);
  const proposed = await id.inputValue();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Beleg copy' }).waitFor();

  expect([proposed, await clicks()]).toEqual(['beleg-copy', 2]);
  const copy = await askManage(account, '/templates/beleg-copy');
  expect(copy).toMatchObject({ ...source, name: 'Beleg copy', revision: 1, draft: null });
});

test('a network that breaks while a partial is duplicated leaves nothing half done, and the next try succeeds', async () => {
  const name = 'ऄ'.repeat(200);
  const body = { id: 'footer', kind: 'partial', name, subject: '', html: '<p>Legal</p>' };
  await askManage(account, '/templates', { method: 'POST', body });
  const page = await openDashboard(account, '/templates?show=partial');
  await page.getByRole('button', { name: `More about ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  const dialog = page.getByRole('dialog');
  const duplicate = dialog.getByRole('button', { name: 'Duplicate' });
  await page.route('**/manage/v1/templates', (route) => route.abort(), { times: 1 });

  await duplicate.click();
  await dialog.getByText('The service could not be reached').waitFor();
  const between = await status('footer-copy');
  await duplicate.click();
  await page.waitForURL('**/templates/footer-copy**');

  const copy = await askManage(account, '/templates/footer-copy');
  expect(between).toBe('is not there');
  expect(copy).toMatchObject({ kind: 'partial', html: body.html, name: `${name.slice(5)} copy` });
});

test('a template is renamed, and keeps its id and its content', async () => {
  const page = await openDashboard(account, '/templates');

  await page.getByRole('button', { name: 'More about Old', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('nëw ✉');
  await page.keyboard.press('Enter');

  await page.getByRole('link', { name: 'nëw ✉' }).waitFor();
  const renamed = await askManage(account, '/templates/old');
  expect(renamed).toMatchObject({ name: 'nëw ✉', html: '<p>Hello</p>', revision: 2 });
});

test('two tabs that delete the same template both succeed, and the list of deleted ones brings it back', async () => {
  const [page, other] = await Promise.all([1, 2].map(() => openDashboard(account, '/templates')));
  if (!page || !other) throw new Error('Two windows are open');
  for (const each of [page, other]) {
    await each.getByRole('button', { name: 'More about twice' }).click();
    await each.getByRole('menuitem', { name: 'Delete' }).click();
  }
  for (const each of [page, other]) {
    await each.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await each.getByText('twice was deleted').waitFor();
  }

  await openDashboard(account, '/templates?show=deleted', { window: page });
  await page.getByRole('button', { name: 'Bring back twice' }).click();

  await page.getByText('twice is back').waitFor();
  expect(await status('twice')).toBe('is there');
});

test('an empty account begins with a finished mail, in two clicks', async () => {
  const page = await openDashboard(await openAccount(), '/templates');
  const clicks = await countClicks(page);

  await page.getByRole('button', { name: /^Receipt/ }).click();
  await page.getByRole('button', { name: 'Create' }).click();

  await editorParts(page).mail.getByText('Writing paper, laid, 50 sheets').waitFor();
  expect([new URL(page.url()).pathname, await clicks()]).toEqual(['/templates/receipt', 2]);
});

test('the lists without a template, the deleted ones and those with a draft are accessible, and fit a narrow phone', async () => {
  const [some, none] = await Promise.all([openAccount(), openAccount()]);
  const html = '<p>Hello</p>';
  const name = `${'Wort'.repeat(40)} letter`;
  await some.save({ id: 'gone', name, html }, { id: 'drafted', name: `Other ${name}`, html });
  await askManage(some, '/templates/gone', { method: 'DELETE', ifMatch: 1 });
  const draft = { name, subject: 'Hello', html: '<p>New</p>', from: 1 };
  await askManage(some, '/templates/drafted/draft', { method: 'PUT', ifNone: true, body: draft });
  const states = [
    { of: some, path: '?show=deleted', shows: 'Bring back' },
    { of: some, path: '?show=draft', shows: '1 template' },
    { of: some, path: '?search=nowhere', shows: 'Nothing found' },
    { of: none, path: '', shows: 'No templates yet' },
    { of: none, path: '?show=partial', shows: 'No partials yet' },
  ];
  const found: string[] = [];

  for (const { of, path, shows } of states) {
    const page = await openDashboard(of, `/templates${path}`, { bypassCSP: true });
    await page.getByText(shows).first().waitFor();
    found.push(...(await accessibilityFindings(page)));
    await turn(page, 'dark');
    found.push(...(await accessibilityFindings(page, 'contrast')));
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByText(shows).first().waitFor();
    found.push(...(await misfits(page)));
    await page.context().close();
  }

  expect(found).toEqual([]);
});
