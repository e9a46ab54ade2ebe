import type { Page, Route } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { countClicks } from './harness/clicks.ts';
import { append, editorParts, publish, refuseDrafts } from './harness/editor.ts';
import { askManage, readTemplate, saveDraft } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
const html = '<p>First</p>';
const ids = ['letter', 'legal', 'kept', 'note', 'quick', 'both', 'stale'];
await account.save(...ids.map((id) => ({ id, html })));

const served = (id: string) => readTemplate(account, id);
const draftOf = (id: string) => askManage<{ html: string }>(account, `/templates/${id}/draft`);
const mailIn = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('iframe').contentFrame();
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Compare both' });

test('what an author writes is stored as a draft by itself, compared, and published with three clicks', async () => {
  const page = await openDashboard(account, '/templates/letter');
  const { status, mail } = editorParts(page);
  await mail.getByText('First').waitFor();
  const clicks = await countClicks(page);

  await append(page, '<p>Second</p>');
  await status.getByText(/^Draft saved \d\d:\d\d$/).waitFor();
  const before = await served('letter');
  await append(page, '<p>Third</p>');
  await page.keyboard.press('ControlOrMeta+s');
  await status.getByText('Saving…').or(status.getByText('Unsaved')).waitFor({ state: 'detached' });
  const written = await clicks();
  await editorParts(page).toPublish.click();
  const sheet = page.getByRole('dialog', { name: 'Publish letter?' });
  await sheet.getByText('HTML: 1 line changed').waitFor();
  await sheet.getByText('Customers get it by 1 live key').waitFor();
  await mailIn(page, 'Now: revision 1').getByText('First').waitFor();
  await mailIn(page, 'After: yours').getByText('Third').waitFor();
  await sheet.getByRole('textbox', { name: 'Note' }).fill('Says third');
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
  await status.getByText('Published as revision 2').waitFor();

  expect(before).toMatchObject({ html, revision: 1, draft: { from: 1 } });
  expect((await clicks()) - written).toBe(2);
  expect(await served('letter')).toMatchObject({
    ...{ html: '<p>First</p><p>Second</p><p>Third</p>', revision: 2, draft: null },
  });
  const { items } = await askManage<{ items: object[] }>(account, '/templates/letter/revisions');
  expect(items).toMatchObject([{ revision: 2, note: 'Says third' }, { revision: 1 }]);
});

test("Ctrl+S and a publish of what is live leave a colleague's draft, which is then stale", async () => {
  await saveDraft(account, { id: 'legal', html: '<p>Legal</p>', note: 'Waiting for legal' });
  const page = await openDashboard(account, '/templates/legal', { bypassCSP: true });
  const { mail, status, html: source } = editorParts(page);
  const conflict = page.getByRole('dialog', { name: 'This draft was saved elsewhere' });
  await notice(page).getByText('“Waiting for legal”').waitFor();
  await mail.getByText('Legal').waitFor();
  const findings = await accessibilityFindings(page);

  await page.getByRole('button', { name: 'Look at what is live' }).click();
  await mail.getByText('First').waitFor();
  await append(page, '<p>Mine</p>');
  await page.keyboard.press('ControlOrMeta+s');
  await conflict.getByRole('button', { name: 'Keep editing' }).click();
  const kept = await draftOf('legal');
  await publish(page);
  await status.getByText('Published as revision 2').waitFor();
  await notice(page).getByText('made from revision 1; live is revision 2').waitFor();
  const stale = await draftOf('legal');
  await notice(page).getByRole('link', { name: 'Compare both' }).click();
  await page.getByText('This draft is stale').waitFor();
  await mailIn(page, 'Live: revision 2').getByText('Mine').waitFor();
  await mailIn(page, 'Draft').getByText('Legal').waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await source.getByText('Legal').waitFor();

  expect(findings).toEqual([]);
  expect([kept.html, stale.html]).toEqual(['<p>Legal</p>', '<p>Legal</p>']);
  expect(await served('legal')).toMatchObject({ html: '<p>First</p><p>Mine</p>', revision: 2 });
});

test('the badge of the list leads to the draft, whose page is a link, and discards it', async () => {
  await saveDraft(account, { id: 'note', html: '<p>Draft</p>' });
  const page = await openDashboard(account, '/templates', { bypassCSP: true });

  await page.getByRole('link', { name: 'Draft', exact: true }).click();
  await mailIn(page, 'Draft').getByText('Draft').waitFor();
  await page.getByText('No request uses it until it is published').waitFor();
  await page.getByRole('tab', { name: 'Source' }).click();
  const source = page.getByRole('region', { name: 'HTML' });
  await source.getByRole('textbox', { name: 'Draft' }).getByText('Draft').waitFor();
  const findings = await accessibilityFindings(page);
  const path = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('The draft is discarded').waitFor();
  await editorParts(page).status.getByText('Revision 1').waitFor();

  expect([path, findings]).toEqual(['/templates/note/draft', []]);
  expect(await editorParts(page).html.textContent()).toBe(html);
  expect(await served('note')).toMatchObject({ revision: 1, draft: null });
});

test('what the author writes while the draft is saved stays in the editor, and is saved next', async () => {
  const page = await openDashboard(account, '/templates/quick');
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    const wait = async (route: Route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    };
    void page.route('**/templates/quick/draft', wait, { times: 1 });
  });

  await append(page, '<p>Second</p>');
  await asked;
  await append(page, '<p>Third</p>');
  answer();
  // Each of the two saves says that the draft is saved.
  const whole = { html: '<p>First</p><p>Second</p><p>Third</p>' };
  await until(async () => expect(await draftOf('quick')).toMatchObject(whole));
  await editorParts(page).status.getByText('Draft saved').waitFor();

  expect(await editorParts(page).html.textContent()).toBe(whole.html);
});

test('of two tabs that write one draft the second stops saving, says so, and overwrites nothing until its author chooses', async () => {
  const [one, two] = [
    await openDashboard(account, '/templates/both'),
    await openDashboard(account, '/templates/both'),
  ];
  const [first, second] = [editorParts(one), editorParts(two)];
  await second.mail.getByText('First').waitFor();
  const clicks = await countClicks(two);
  await append(one, '<p>One</p>');
  await first.status.getByText('Draft saved').waitFor();

  await append(two, '<p>Two</p>');
  await second.status.getByText('Not saved: saved elsewhere').waitFor();
  const alert = two.getByRole('alert').filter({ hasText: 'Your changes are not saved' });
  const words = await alert.textContent();
  const before = await draftOf('both');
  const written = await clicks();
  await alert.getByRole('button', { name: 'Compare and choose' }).click();
  const dialog = two.getByRole('dialog', { name: 'This draft was saved elsewhere' });
  await dialog.getByText('You, in the local run, perhaps in another tab').waitFor();
  const focused = await two.evaluate(() => document.activeElement?.textContent);
  await dialog.getByRole('button', { name: 'Keep mine: save over theirs' }).click();
  await second.status.getByText('Draft saved').waitFor();
  await append(one, '<p>More</p>');
  await first.status.getByText('Not saved: saved elsewhere').waitFor();
  await one.getByRole('button', { name: 'Compare and choose' }).click();
  await one.getByRole('button', { name: 'Take theirs' }).click();
  await first.mail.getByText('Two').waitFor();

  expect(words).toContain('saved by you, in the local run meanwhile, here or in another tab');
  expect([before.html, focused]).toEqual(['<p>First</p><p>One</p>', 'Keep editing']);
  expect((await clicks()) - written).toBe(2);
  expect(await draftOf('both')).toMatchObject({ html: '<p>First</p><p>Two</p>' });
  expect(await served('both')).toMatchObject({ html, revision: 1 });
});

test('a draft that is older than what is live is published after a warning, and its numbers have no gap', async () => {
  await saveDraft(account, { id: 'stale', html: '<p>Draft</p>' });
  await account.save({ id: 'stale', html: '<p>Live</p>' });
  const page = await openDashboard(account, '/templates/stale/draft');

  await page.getByText('This draft is stale').waitFor();
  await page.getByRole('button', { name: 'Publish…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Publish this draft?' });
  await sheet.getByText('Revision 2 was published after this draft was begun').waitFor();
  await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
  await editorParts(page).status.getByText('Published as revision 3').waitFor();

  expect(await editorParts(page).html.textContent()).toBe('<p>Draft</p>');
  expect(await served('stale')).toMatchObject({ html: '<p>Draft</p>', revision: 3, draft: null });
});

test('a draft that cannot be stored says why, and what was written survives a reload', async () => {
  const page = await openDashboard(account, '/templates/kept');
  const { status, html: source } = editorParts(page);
  page.on('dialog', (dialog) => dialog.accept());
  await append(page, '{{#open}}');
  await status.getByText('Not saved: 1 problem').waitFor();
  await refuseDrafts(page);
  await append(page, '{{/open}}');
  await status.getByText('Not saved: no connection').waitFor();

  await page.reload();
  await source.getByText('{{/open}}').waitFor();
  await page.context().unrouteAll();
  await append(page, '!');
  await status.getByText('Draft saved').waitFor();

  expect(await draftOf('kept')).toMatchObject({ html: '<p>First</p>{{#open}}{{/open}}!' });
});
