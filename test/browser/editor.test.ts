import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts, openTestData, refuseDrafts } from './harness/editor.ts';

openBrowserForFile();

const account = await openAccount();
await account.save(
  { id: 'letter', subject: 'Hello {{name|you}}', html: '<p>Hello {{name|you}}</p>\n' },
  {
    id: 'looks',
    html: `<style>@media (max-width: 620px) { p { text-decoration: underline } }
@media (prefers-color-scheme: dark) { p { color: #0f0 } }</style><p>Look</p>`,
  },
  {
    id: 'order',
    html: '<p>{{customer.name}}</p>{{#items}}<p>{{quantity}} × {{title}}</p>{{/items}}\n',
  },
);

test('typing a placeholder creates a field for it, whose value is shown escaped, and a closing tag is there once', async () => {
  const page = await openDashboard(account, '/templates/letter');
  await refuseDrafts(page);
  const { html, testData, mail } = editorParts(page);

  await html.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<p>Yours, {{sender');
  await page.keyboard.type('}}</p>');
  await openTestData(page);
  const field = testData.getByRole('textbox', { name: 'sender' });
  await field.fill('<b>Grace</b> & "{{co}}"');

  await mail.getByText('Yours, <b>Grace</b> & "{{co}}"').waitFor();
  expect(await mail.locator('b').count()).toBe(0);
  expect(await html.textContent()).toContain('</p><p>Yours, {{sender}}</p>');
});

test('a malformed placeholder is marked at its place, and fixing it removes its mark', async () => {
  const page = await openDashboard(account, '/templates/letter');
  await refuseDrafts(page);
  const { html, problems, preview, mail } = editorParts(page);

  await append(page, '<p>{{#open}}</p>');
  const problem = problems.getByRole('button', { name: /HTML 2:4/ });
  await preview.getByText('shows the last draft without problems').waitFor();
  await problem.click();
  await page.keyboard.insertText('HERE');
  await html.getByText('<p>HERE{{#open}}</p>').waitFor();
  await append(page, 'in{{/open}}{{^open}}out{{/open}}');

  await problems.getByText('No problems').waitFor();
  await mail.getByText('out').waitFor();
});

test('the test data has groups and rows, and stays in step with its JSON', async () => {
  const page = await openDashboard(account, '/templates/order');
  const { testData, mail } = editorParts(page);

  const inGroup = (group: string, name: string) =>
    testData.getByRole('group', { name: group }).getByRole('textbox', { name });
  const addRow = testData.getByRole('button', { name: 'Add row to items' });
  await inGroup('customer', 'name').fill('Ada');
  await addRow.click();
  await inGroup('items 1', 'title').fill('Ink');
  await inGroup('items 1', 'quantity').fill('1');
  await addRow.click();
  await addRow.click();
  await inGroup('items 2', 'title').fill('Pens');
  await inGroup('items 2', 'quantity').fill('2');
  await testData.getByRole('button', { name: 'Remove row 3' }).click();

  await mail.locator('p').nth(2).filter({ hasText: '2 × Pens' }).waitFor();
  expect(await mail.locator('p').allTextContents()).toEqual(['Ada', '1 × Ink', '2 × Pens']);
  await testData.getByText('JSON', { exact: true }).click();
  const json = await testData.getByRole('textbox', { name: 'Test data as JSON' }).textContent();
  expect(JSON.parse(json ?? '')).toEqual({
    customer: { name: 'Ada' },
    items: [
      { title: 'Ink', quantity: '1' },
      { title: 'Pens', quantity: '2' },
    ],
  });
});

test('test data that is not yet JSON shows the place of the error, and does not change the preview', async () => {
  const page = await openDashboard(account, '/templates/letter');
  await refuseDrafts(page);
  const { testData, problems, mail } = editorParts(page);
  await mail.getByText('Hello you').waitFor();

  await openTestData(page);
  await testData.getByText('JSON', { exact: true }).click();
  const json = testData.getByRole('textbox', { name: 'Test data as JSON' });
  await json.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('{"name": "Ada",}');

  await problems.getByRole('button', { name: /Test data 1:16/ }).waitFor();
  expect(await mail.locator('p').allTextContents()).toEqual(['Hello you']);
});

test('the preview is dark or light, independent of the page, and as wide as a desktop or a phone', async () => {
  // An emulated colour scheme would apply to the frame as well.
  const page = await openDashboard(account, '/templates/looks', { colorScheme: null });
  const { preview, mail } = editorParts(page);
  const look = () =>
    mail.getByText('Look').evaluate((element) => {
      const { color, textDecorationLine } = getComputedStyle(element);
      return [color, textDecorationLine, innerWidth > 620 ? 'wide' : innerWidth];
    });
  const looks: unknown[] = [await look()];
  const dark = preview.getByRole('button', { name: 'Dark' });

  await dark.click();
  looks.push(await look());
  await preview.getByText('Phone').click();
  looks.push(await look());
  await dark.click();
  looks.push(await look());

  expect(looks).toEqual([
    ['rgb(0, 0, 0)', 'none', 'wide'],
    ['rgb(0, 255, 0)', 'none', 'wide'],
    ['rgb(0, 255, 0)', 'underline', 375],
    ['rgb(0, 0, 0)', 'underline', 375],
  ]);
});
