import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts, publish } from './harness/editor.ts';
import { createTemplate, readTemplate } from './harness/manage.ts';

openBrowserForFile();

const account = await openAccount();
const create = (id: string, html: string, more: object = {}) =>
  createTemplate(account, { id, html, ...more });
const createPartial = (id: string, html: string) =>
  create(id, html, { kind: 'partial', subject: '' });
const saved = (id: string) => readTemplate(account, id);

await createPartial('footer', '<p>Footer of {{company|us}}</p>');
await createPartial('link', '/path');
await createPartial('frame', '<main>{{> content}}</main>');
await create('welcome', '<p>Dear {{name}}</p>{{> footer}}', { testData: { name: 'Ada' } });
await create('receipt', '<p>Paid</p>\n<a href="{{> link}}{{order}}">Order</a>');

test('the list marks partials and layouts, and shows them alone', async () => {
  const page = await openDashboard(account, '/templates', { bypassCSP: true });
  const row = (id: string) => page.getByRole('row').filter({ hasText: id });
  await row('footer').getByText('Partial', { exact: true }).waitFor();
  await row('frame').getByText('Layout', { exact: true }).waitFor();

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Partials');
  await page.getByText(/^\d partials$/).waitFor();

  expect(await row('welcome').count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('show')).toBe('partial');
  expect(await accessibilityFindings(page, 'all')).toEqual([]);
});

test('a partial is shown alone and within a template, and its save reaches that template', async () => {
  const page = await openDashboard(account, '/templates/footer', { bypassCSP: true });
  const { mail, preview, subject, status } = editorParts(page);
  await mail.getByText('Footer of us').waitFor();
  const isThere = [
    await subject.count(),
    await page.getByRole('button', { name: 'Test send' }).count(),
    await page.getByRole('link', { name: 'Flow' }).count(),
  ];

  await preview.getByRole('combobox', { name: 'Preview within' }).selectOption('welcome');
  await mail.getByText('Dear Ada').waitFor();
  await append(page, '<p>New line</p>');
  await mail.getByText('New line').waitFor();
  const found = await accessibilityFindings(page, 'all');
  await publish(page);
  await status.getByText('Published as revision 2, and 1 template with it').waitFor();

  expect(isThere).toEqual([0, 0, 0]);
  expect(found).toEqual([]);
  expect(await saved('welcome')).toMatchObject({ revision: 2, uses: ['footer'] });
});

test('a refused save of a partial links to the template that would break', async () => {
  const page = await openDashboard(account, '/templates/link');
  const { html, problems, subject } = editorParts(page);
  await page.getByText('Used by 1').waitFor();

  await html.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('javascript:');
  await publish(page);
  await problems.getByText(/takes link/).waitFor();
  await problems.getByRole('link', { name: 'in receipt 2:20' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();

  await subject.waitFor();
  expect(new URL(page.url()).pathname).toBe('/templates/receipt');
  expect(await saved('receipt')).toMatchObject({ revision: 1 });
});

test('a partial that templates take is not deleted, and the dialog names them', async () => {
  const page = await openDashboard(account, '/templates');

  await page.getByRole('button', { name: 'More about footer' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor();
  const pages = await page.getByRole('menuitem').allTextContents();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete footer?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();

  await dialog.getByText('footer is used by welcome').waitFor();
  expect(pages).toEqual(['Edit', 'Revisions', 'Duplicate', 'Name and tags', 'Delete']);
});

test('a new partial and a new layout are taken by a template', async () => {
  const page = await openDashboard(account, '/templates');
  const { html, mail, status } = editorParts(page);
  const createAs = async (begin: string, id: string) => {
    await page.getByRole('button', { name: 'New template' }).click();
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByRole('radio', { name: begin }).click();
    await dialog.getByRole('textbox', { name: 'Id' }).fill(id);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await html.waitFor();
    await page.getByRole('link', { name: 'Templates' }).first().click();
  };
  await createAs('Partial', 'legal');
  await createAs('Layout', 'base');
  await create('bill', '<p>Bill</p>');

  await page.goto(new URL(`/templates/bill?account=${account.accountId}`, page.url()).href);
  await append(page, '{{> leg');
  await page.getByRole('option', { name: 'legal' }).click();
  await mail.getByText('You get this mail').waitFor();
  await page.getByRole('combobox', { name: 'Layout' }).selectOption('Layout: Untitled layout');
  await publish(page);
  await status.getByText('Published as revision 2').waitFor();

  expect(await saved('bill')).toMatchObject({
    ...{ html: '<p>Bill</p>{{> legal}}', layout: 'base', uses: ['base', 'legal'] },
  });
});

test('a problem within a partial leads to it, and marks where the template takes it', async () => {
  await createPartial('url', '{{address}}');
  const page = await openDashboard(account, '/templates/welcome');
  const { problems } = editorParts(page);

  await append(page, '<script>{{> url}}</script>');
  const problem = problems.getByRole('button', { name: /^Error HTML 1:\d+/ });
  await problem.waitFor();

  await problems.getByRole('link', { name: 'in url 1:1' }).waitFor();
  expect(await page.locator('.cm-lintRange-error').textContent()).toBe('{{> url}}');
});

test('the note of a publish is in the list of revisions', async () => {
  await create('noted', '<p>One</p>');
  const page = await openDashboard(account, '/templates/noted', { bypassCSP: true });
  const { status } = editorParts(page);
  await append(page, '<p>Two</p>');

  await editorParts(page).toPublish.click();
  await page.getByRole('textbox', { name: 'Note' }).fill('  Says two  ');
  const found = await accessibilityFindings(page, 'all');
  await page.keyboard.press('Enter');
  await status.getByText('Published as revision 2').waitFor();
  await page.getByRole('link', { name: 'Revisions' }).click();

  await page.getByRole('link', { name: /^Revision 2 Current .*Says two/ }).waitFor();
  expect(found).toEqual([]);
});
