import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { descriptionOf } from './harness/described.ts';
import { append, editorParts, publish, requestsOf } from './harness/editor.ts';
import { askManage, readTemplate } from './harness/manage.ts';

openBrowserForFile();

/** Text that an editor must not change: all kinds of line ends, tabs, trailing spaces, no final line end. */
const untouched =
  '<p>\tHello  \r\n {{name|you}}\t\n</p>\r<br/>\r\n\r\n<P CLASS=a>\u00a0\u{1F600}</p>  ';

const account = await openAccount();
await account.save(
  { id: 'untouched', html: untouched, keep: '7d', secret: ['name'] },
  { id: 'named', html: '<p>Named</p>' },
  ...['shared', 'theirs', 'gone'].map((id) => ({ id, html: '<p>First</p>' })),
);

const saved = (id: string) => readTemplate(account, id);

const saveAsOther = (id: string, html: string, ifMatch: number) =>
  askManage(account, `/templates/${id}`, {
    method: 'PUT',
    ifMatch,
    body: { name: id, subject: 'Hello', html },
  });

test('a publish and a draft keep every byte and setting that the author did not change, and without a change there is nothing to publish', async () => {
  const page = await openDashboard(account, '/templates/untouched');
  const { html, subject, toPublish, status, mail } = editorParts(page);
  const requests = requestsOf(page);
  await mail.getByText('Hello').waitFor();

  await html.click();
  await page.keyboard.press('Control+S');
  const isDisabled = await toPublish.isDisabled();
  await page.getByRole('link', { name: 'Templates' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  const puts = requests.filter(({ line }) => line.startsWith('PUT'));
  await page.getByRole('link', { name: 'untouched', exact: true }).click();
  await subject.fill('Another subject');
  await publish(page);
  await status.getByText('Published as revision 2').waitFor();
  const second = await saved('untouched');
  await append(page, '!');
  await page.keyboard.press('Control+S');
  await status.getByText('Draft saved').waitFor();
  const third = await saved('untouched');
  const draft = await askManage(account, '/templates/untouched/draft');

  const kept = { subject: 'Another subject', keep: '7d', secret: ['name'] };
  expect([isDisabled, puts]).toEqual([true, []]);
  expect(second).toMatchObject({ ...kept, html: untouched, revision: 2 });
  expect(third).toMatchObject({ ...kept, html: untouched, revision: 2 });
  expect(draft).toMatchObject({ ...kept, html: `${untouched}!` });
});

test('a refusal is shown at its field, and disappears when the field is fixed', async () => {
  const page = await openDashboard(account, '/templates/named');
  const { name, status, problems } = editorParts(page);

  await page.getByRole('button', { name: 'Rename' }).click();
  await name.fill('n'.repeat(201));
  await publish(page);
  await problems.getByText('1 problem').waitFor();
  await status.getByText('Not saved: 1 problem').waitFor();
  await problems.getByRole('button', { name: /Name/ }).click();
  const words = await descriptionOf(name);
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('Short');
  await problems.getByText('No problems').waitFor();
  const wordsAfter = await descriptionOf(name);
  await publish(page);

  await status.getByText('Published as revision 2').waitFor();
  expect([words, wordsAfter]).toEqual([expect.stringContaining('200'), '']);
  await page.getByRole('heading', { level: 1, name: 'Short' }).waitFor();
});

test("after another author's publish the page shows both versions, and the author can publish over theirs", async () => {
  const page = await openDashboard(account, '/templates/shared');
  const { html, status } = editorParts(page);
  await append(page, '<p>Mine</p>');
  await saveAsOther('shared', '<p>First</p><p>Other</p>', 1);

  await publish(page);
  const dialog = page.getByRole('dialog', { name: 'Another author published this template' });
  const difference = dialog.getByRole('region', { name: 'HTML' });
  const theirs = difference.getByRole('textbox', { name: 'Theirs, revision 2' });
  await theirs.getByText('<p>First</p><p>Other</p>').waitFor();
  const mine = await difference.getByRole('textbox', { name: 'Yours' }).textContent();
  await page.keyboard.press('Escape');
  const kept = await html.textContent();
  await publish(page, 'Mine');
  await dialog.getByRole('button', { name: /Keep mine/ }).click();

  await status.getByText('Published as revision 3').waitFor();
  const revision = (number: number) => askManage(account, `/templates/shared/revisions/${number}`);
  expect(await revision(3)).toMatchObject({ note: 'Mine' });
  expect([mine, kept]).toEqual(['<p>First</p><p>Mine</p>', '<p>First</p><p>Mine</p>']);
  expect((await saved('shared')).html).toBe('<p>First</p><p>Mine</p>');
  expect(await revision(2)).toMatchObject({ html: '<p>First</p><p>Other</p>' });
});

test("after another author's publish the author can take over their version", async () => {
  const page = await openDashboard(account, '/templates/theirs');
  const { html, toPublish, status, mail } = editorParts(page);
  await append(page, '<p>Mine</p>');
  await saveAsOther('theirs', '<p>Other</p>', 1);

  await publish(page);
  await page.getByRole('button', { name: 'Take theirs' }).click();

  await mail.getByText('Other').waitFor();
  expect(await html.textContent()).toBe('<p>Other</p>');
  expect([await status.textContent(), await toPublish.isDisabled()]).toEqual(['Revision 2', true]);
  expect((await saved('theirs')).revision).toBe(2);
});

test('a template that another author deleted can be created again', async () => {
  const page = await openDashboard(account, '/templates/gone');
  const { status } = editorParts(page);
  await append(page, '<p>Mine</p>');
  await askManage(account, '/templates/gone', { method: 'DELETE', ifMatch: 1 });

  await publish(page);
  await page.getByRole('button', { name: 'Create again' }).click();

  await status.getByText(/^Revision/).waitFor();
  expect((await saved('gone')).html).toBe('<p>First</p><p>Mine</p>');
});
