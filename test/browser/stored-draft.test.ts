import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts } from './harness/editor.ts';
import { askManage, readTemplate, saveDraft } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
const html = '<p>First</p>';
await account.save(...['letter', 'note', 'quick', 'both'].map((id) => ({ id, html })));

const served = (id: string) => readTemplate(account, id);

test('a template is saved as a draft, edited again, compared and published', async () => {
  const page = await openDashboard(account, '/templates/letter');
  const { status, mail } = editorParts(page);
  const saveDraft = page.getByRole('button', { name: 'Save as draft', exact: true });
  const difference = page.getByRole('region', { name: 'HTML' });

  await append(page, '<p>Second</p>');
  await page.getByRole('button', { name: 'Save as draft with a note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Says second');
  await page.keyboard.press('Enter');
  await difference.getByRole('textbox', { name: 'Draft' }).getByText('Second').waitFor();
  await page.getByText('“Says second”').waitFor();
  const before = await served('letter');
  await page.getByRole('button', { name: 'Edit or test' }).click();
  await page.getByText('You are editing the draft').waitFor();
  await mail.getByText('Second').waitFor();
  await append(page, '<p>Third</p>');
  await saveDraft.click();
  await difference.getByRole('textbox', { name: 'Draft' }).getByText('Third').waitFor();
  const words = await page.getByText('A draft of revision 1 by local').textContent();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await mail.getByText('Third').waitFor();
  await status.getByText('Revision 2').waitFor();

  expect(before).toMatchObject({ html: '<p>First</p>', revision: 1, draft: { revision: 2 } });
  expect(words).toContain('No request uses it until it is published.');
  expect(await served('letter')).toMatchObject({
    ...{ html: '<p>First</p><p>Second</p><p>Third</p>', revision: 2, draft: null },
  });
});

test('the editor names the draft of a template, and the draft is discarded', async () => {
  await saveDraft(account, { id: 'note', html: '<p>Draft</p>', note: 'new greeting' });
  const page = await openDashboard(account, '/templates');

  await page.getByRole('link', { name: 'Draft' }).waitFor();
  await page.getByRole('link', { name: 'note' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'This template has a draft' });
  await notice.waitFor();
  const words = await notice.textContent();
  await notice.getByRole('link', { name: 'Look at the draft' }).click();
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('The draft is discarded').waitFor();
  await editorParts(page).status.getByText('Revision 1').waitFor();
  await notice.waitFor({ state: 'detached' });

  expect(words).toContain('A draft of revision 1 by local');
  expect(words).toContain(
    '“new greeting” A save of the template leaves it, and a save as draft replaces it.',
  );
  expect(await served('note')).toMatchObject({ revision: 1, draft: null });
});

test('what the author writes while the draft is saved stays in the editor', async () => {
  const page = await openDashboard(account, '/templates/quick');
  const { mail, status } = editorParts(page);
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route('**/templates/quick/draft', async (route) => {
      resolve();
      await new Promise<void>((go) => {
        answer = go;
      });
      await route.continue();
    });
  });

  await append(page, '<p>Second</p>');
  await page.getByRole('button', { name: 'Save as draft', exact: true }).click();
  await asked;
  await append(page, '<p>Third</p>');
  answer();
  await page.getByText('Saved as draft 2').waitFor();
  await mail.getByText('Third').waitFor();

  expect(await status.textContent()).toBe('Unsaved changes');
  expect(await askManage(account, '/templates/quick/draft')).toMatchObject({
    html: '<p>First</p><p>Second</p>',
  });
});

test('a draft that another author has saved since is named before it is replaced', async () => {
  const page = await openDashboard(account, '/templates/both');
  await append(page, '<p>Mine</p>');
  await saveDraft(account, { id: 'both', html: '<p>Theirs</p>', note: 'theirs' });

  await page.getByRole('button', { name: 'Save as draft', exact: true }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'The draft was not saved' });
  await refusal.waitFor();
  await page.getByText('“theirs”').waitFor();
  const theirs = await askManage(account, '/templates/both/draft');
  await page.getByRole('button', { name: 'Save as draft', exact: true }).click();
  await page.getByText('Saved as draft 2').waitFor();

  expect(theirs).toMatchObject({ html: '<p>Theirs</p>' });
  expect(await askManage(account, '/templates/both/draft')).toMatchObject({
    html: '<p>First</p><p>Mine</p>',
  });
});
