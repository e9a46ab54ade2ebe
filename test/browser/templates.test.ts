import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { descriptionOf } from './harness/described.ts';
import { editorParts, requestsOf } from './harness/editor.ts';
import { focusComesTo, tabTo } from './harness/keyboard.ts';
import { createTemplate, readTemplate, saveDraft } from './harness/manage.ts';

openBrowserForFile();

const html = '<p>Hello</p>';
const [account, crowded] = await Promise.all([openAccount(), openAccount()]);
const crowd = Array.from({ length: 300 }, (_, at) => ({
  ...{ id: `mail-${at}`, name: `${at < 100 ? 'Beleg für Käufer' : 'Rechnung'} ${at}`, html },
}));
await Promise.all([
  account.save(...['letter', 'notice', 'twice'].map((id) => ({ id, html }))),
  account.save({ id: 'old', name: 'Old', html }),
  crowded.save(...crowd),
]);

const isThere = (id: string) =>
  readTemplate(account, id).then(
    () => true,
    () => false,
  );

async function choose(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `More about ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('two clicks from the list create a template', async () => {
  const page = await openDashboard(account, '/templates');
  const { mail } = editorParts(page);
  const clicks = await countClicks(page);

  await page.getByRole('button', { name: 'New template' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await mail.getByText('Welcome, Ada').waitFor();

  expect([new URL(page.url()).pathname, await clicks()]).toEqual(['/templates/welcome-letter', 2]);
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
  expect(await isThere('about-us')).toBe(true);
});

test('a template is deleted after a confirmation, and the notice about it brings the template back', async () => {
  const page = await openDashboard(account, '/templates');
  const row = page.getByRole('link', { name: 'notice', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Delete notice?' });

  await choose(page, 'notice', 'Delete');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const before = await isThere('notice');
  await choose(page, 'notice', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  const between = await isThere('notice');
  await page.getByRole('button', { name: 'Bring back notice' }).click();

  await page.getByText('notice is back').waitFor();
  await row.waitFor();
  expect([before, between, await isThere('notice')]).toEqual([true, false, true]);
});

test("the search finds templates while the user types words of their name or id, is kept in the page's address, and the menu leads from it to all templates", async () => {
  const page = await openDashboard(crowded, '/templates');
  const search = page.getByRole('searchbox');
  const one = page.getByText('1 template', { exact: true });
  const all = page.getByText('300 templates', { exact: true });
  const words: string[] = [];

  await search.pressSequentially('KAUFER mail-77');
  await one.waitFor();
  await page.getByRole('link', { name: 'Beleg für Käufer 77', exact: true }).waitFor();
  await page.reload();
  await one.waitFor();
  words.push(await search.inputValue());
  await page.getByRole('link', { name: 'Templates', exact: true }).click();
  await all.waitFor();
  words.push(await search.inputValue());
  await search.fill('kaufer nobody');
  await page.getByText('Nothing found for “kaufer nobody”').waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).first().click();
  await all.waitFor();

  expect([...words, await search.inputValue()]).toEqual(['KAUFER mail-77', '', '']);
});

test('a list of 300 templates is read by one request, and shows them all in the chosen order', async () => {
  const page = await openDashboard(crowded, '/');
  const requests = requestsOf(page);

  await page.getByRole('link', { name: 'Templates' }).first().click();
  await page.getByText('300 templates', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Template', exact: true }).click();
  const rows = page.getByRole('row');
  await rows.nth(1).filter({ hasText: 'Beleg für Käufer 0' }).waitFor();

  const lists = requests.filter(({ line }) => line.startsWith('GET /templates?limit'));
  expect([await rows.last().textContent(), lists.length]).toEqual([
    expect.stringMatching(/^Rechnung 299/),
    1,
  ]);
});

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

const copied = [
  {
    ...{ id: 'beleg', name: 'Beleg', subject: 'Ihr Beleg', html: '<p>Hallo {{name}}</p>' },
    ...{ language: 'de', testData: { name: 'Ada' } },
    languages: { en: { subject: 'Your receipt', html: '<p>Hello {{name}}</p>', text: null } },
    flow: { nodes: [{ id: 'm', type: 'template' }], edges: [] },
  },
  { id: 'footer', kind: 'partial', name: 'Footer', subject: '', html: '<p>Legal</p>' },
];

test.each(copied)(
  'two clicks and Enter duplicate $id with all but its draft, and nothing is half done if the network breaks',
  async ({ id: source, ...content }) => {
    await createTemplate(account, { id: source, ...content });
    // A partial cannot be a draft.
    if (!content.kind) await saveDraft(account, { ...content, id: source, html: '<p>Draft</p>' });
    const page = await openDashboard(account, '/templates');
    const clicks = await countClicks(page);

    await choose(page, content.name, 'Duplicate');
    const dialog = page.getByRole('dialog');
    const id = dialog.getByRole('textbox', { name: 'Id' });
    await focusComesTo(page, id);
    const proposed = await id.inputValue();
    await page.route('**/manage/v1/templates', (route) => route.abort(), { times: 1 });
    await page.keyboard.press('Enter');
    await dialog.getByText('The service could not be reached').waitFor();
    const between = await isThere(`${source}-copy`);
    await id.press('Enter');
    await page.getByRole('heading', { level: 1, name: `${content.name} copy` }).waitFor();

    expect([proposed, between, await clicks()]).toEqual([`${source}-copy`, false, 2]);
    expect(await readTemplate(account, `${source}-copy`)).toMatchObject({
      ...{ ...content, name: `${content.name} copy`, revision: 1, draft: null },
    });
  },
);

test('a template gets another name and tags, keeps its id and its content, and is found by a tag', async () => {
  const page = await openDashboard(account, '/templates');

  await choose(page, 'Old', 'Name and tags');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('nëw ✉');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('billing, b@d');
  await page.keyboard.press('Enter');
  await dialog.getByText('tags must be at most 10').waitFor();
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('billing, once a week');
  await page.keyboard.press('Enter');

  await page.getByRole('link', { name: 'nëw ✉' }).waitFor();
  await page.getByRole('combobox', { name: 'Tag' }).selectOption('once a week');
  await page.getByText('1 template', { exact: true }).waitFor();
  expect(await readTemplate(account, 'old')).toMatchObject({
    ...{ name: 'nëw ✉', html, revision: 2, tags: ['billing', 'once a week'] },
  });
});

test('two tabs that delete the same template both succeed, and the list of deleted ones brings it back', async () => {
  const [page, other] = await Promise.all([1, 2].map(() => openDashboard(account, '/templates')));
  if (!page || !other) throw new Error('Two windows are open');
  for (const each of [page, other]) await choose(each, 'twice', 'Delete');
  for (const each of [page, other]) {
    await each.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await each.getByText('twice was deleted').waitFor();
  }

  const clicks = await countClicks(page);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('deleted');
  await page.getByRole('button', { name: 'Bring back twice' }).click();

  await page.getByText('twice is back').waitFor();
  expect(await clicks()).toBe(1);
  expect(await isThere('twice')).toBe(true);
});

test('an empty account begins with a finished mail, in two clicks', async () => {
  const page = await openDashboard(await openAccount(), '/templates');
  const clicks = await countClicks(page);

  await page.getByRole('button', { name: /^Receipt/ }).click();
  await page.getByRole('button', { name: 'Create' }).click();

  await editorParts(page).mail.getByText('Writing paper, laid, 50 sheets').waitFor();
  expect([new URL(page.url()).pathname, await clicks()]).toEqual(['/templates/receipt', 2]);
});

test('a tooltip comes with the focus, goes with Escape, and says that the text was copied', async () => {
  const page = await openDashboard(account, '/templates', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const tooltip = page.getByRole('tooltip');
  const copy = page.getByRole('button', { name: 'Copy the id letter' });

  await page.getByRole('link', { name: 'letter', exact: true }).focus();
  await tabTo(page, copy);
  await tooltip.getByText('Copy the id letter').waitFor();
  await page.keyboard.press('Escape');
  await tooltip.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await tooltip.getByText('Copied').waitFor();

  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('letter');
});
