import { beforeAll, expect, test } from 'vitest';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';
import { askManage } from './harness/manage.ts';

openBrowserForFile();

let account: TestAccount;
beforeAll(async () => {
  account = await openAccount();
  for (const part of ['first', 'second', 'third']) {
    const html = `<p>Same</p>\n<p>The ${part}</p>\n`;
    await account.save({ id: 'letter', subject: `On ${part}`, html });
  }
});

test('a revision is compared with the current one, and restored as a new one', async () => {
  const page = await openDashboard(account, '/templates/letter/revisions');
  const { mail, status } = editorParts(page);
  await page.getByRole('link', { name: 'Revision 1' }).waitFor();
  const listed = await page.getByRole('main').getByRole('listitem').allTextContents();

  await page.getByRole('link', { name: 'Revision 1' }).click();
  const html = page.getByRole('region', { name: 'HTML' });
  const before = html.getByRole('textbox', { name: 'Revision 1' });
  const after = html.getByRole('textbox', { name: 'Revision 3, current' });
  await before.getByText('The first').waitFor();
  const texts = [await before.textContent(), await after.textContent()];
  const subject = await page.getByRole('region', { name: 'Subject' }).textContent();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();

  await mail.getByText('The first').waitFor();
  await status.getByText('Revision 4').waitFor();
  expect(listed.map((each) => each.replace(/\d{4}-.*/, ''))).toEqual([
    'Revision 3Current',
    'Revision 2',
    'Revision 1',
  ]);
  expect(texts).toEqual(['<p>Same</p><p>The first</p>', '<p>Same</p><p>The third</p>']);
  expect(subject).toBe('SubjectRevision 1On firstRevision 3, currentOn third');
  expect(await askManage(account, '/templates/letter')).toMatchObject({
    revision: 4,
    subject: 'On first',
    html: '<p>Same</p>\n<p>The first</p>\n',
  });
});

test('the page of a revision that does not exist says so', async () => {
  const page = await openDashboard(account, '/templates/letter/revisions/99');

  await page.getByRole('alert').waitFor();

  expect(await page.getByRole('alert').textContent()).toContain('The revision could not be loaded');
});
