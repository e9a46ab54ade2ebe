import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { until } from '../patience.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { editorParts, publish } from './harness/editor.ts';
import { createTemplate, readTemplate } from './harness/manage.ts';

openBrowserForFile();

const letter = [
  '<h1>Hall&ouml;chen, {{name}}!</h1>',
  '<p>\n  Thanks  for\n  your <b>big order</b> &amp; {{thing}}.\n</p>',
  '{{#rows}}<p>Each {{.}}</p>{{/rows}}',
  '<img alt="Logo" width="20" height="20" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">',
  '{{> footer}}\n',
].join('\n');

const account = await openAccount();
const footer = { id: 'footer', kind: 'partial', subject: '' };
await createTemplate(account, { ...footer, html: '<p>Our address</p>' });
const marks = '<!--0 0.0-->Fake run<!--0 0.end-->';
const fakes = `<postrider-text contenteditable>Fake host</postrider-text>${marks}`;
const raw = `<postrider-run tabindex="0"><b>Fake value</b></postrider-run>${marks}`;
const testData = { fakes, raw };
await createTemplate(account, { id: 'fake', html: '{{{fakes}}}{{{raw}}}', testData });
const mail = { html: letter, testData: { name: 'Ada', rows: [1, 2, 3] } };
for (const id of ['enter', 'chips', 'where', 'keys', 'late']) {
  await createTemplate(account, { ...mail, id });
}

const savedHtml = async (id: string) => (await readTemplate(account, id)).html;

const open = async (id: string, look?: Parameters<typeof openDashboard>[2]) => {
  const page = await openDashboard(account, `/templates/${id}`, look);
  const parts = editorParts(page);
  const note = parts.preview.locator('.preview-note');
  const edit = parts.preview.getByRole('button', { name: 'Edit text' });
  return { page, ...parts, note, edit };
};

/** The HTML source in the editor; it has no line breaks there. */
const sourceWith = ({ html }: { html: ReturnType<typeof editorParts>['html'] }, text: string) =>
  html.getByText(text, { exact: false }).first().waitFor();

async function save(page: Page): Promise<void> {
  const { status } = editorParts(page);
  await publish(page);
  await status.getByText('Revision 2').waitFor();
}

test('a double click, typing and Enter change a text in its source, and publishing stores it with all other bytes as they were', async () => {
  const { page, mail } = await open('enter');

  await mail.getByText('Thanks').dblclick({ position: { x: 3, y: 8 } });
  await page.keyboard.press('Home');
  await page.keyboard.type('Many & <');
  await page.keyboard.press('Enter');
  await mail.getByText('Many & <Thanks for your').waitFor();
  // An edit is also kept when its text loses the focus, and publishing stores it.
  await mail.getByText('big order').dblclick();
  await page.keyboard.press('End');
  await page.keyboard.type('s');
  await save(page);

  const expected = letter.replace('Thanks', 'Many &amp; &lt;Thanks').replace('order<', 'orders<');
  expect(await savedHtml('enter')).toBe(expected);
});

test('no key, selection or paste breaks a placeholder, Escape puts the text back, and undo takes a change back', async () => {
  const parts = await open('chips');
  const { page, mail, html, note, status } = parts;
  const chip = mail.locator('postrider-chip').getByText('name', { exact: true });

  await mail.getByText('Hallöchen').dblclick({ position: { x: 3, y: 8 } });
  await page.keyboard.press('End');
  for (const key of ['ArrowLeft', 'Backspace', 'Backspace', 'Control+A', 'Delete', 'Backspace']) {
    await page.keyboard.press(key);
  }
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText('Hi {{there}} ');
  await chip.waitFor();
  await sourceWith(parts, '<h1>Hi &#123;&#123;there}} {{name}}</h1>');
  await note.getByText('The mail will show these braces as you typed them.').waitFor();
  await page.keyboard.press('Escape');
  await status.getByText('Revision 1').waitFor();
  await sourceWith(parts, '<h1>Hall&ouml;chen, {{name}}!</h1>');

  await mail.getByText('Hallöchen').dblclick({ position: { x: 3, y: 8 } });
  await page.keyboard.press('Home');
  await page.keyboard.type('Oh, ');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await mail.getByText('Oh, Hallöchen, Ada!!').waitFor();
  await note.getByRole('button', { name: 'Undo' }).click();
  await status.getByText('Revision 1').waitFor();
  expect(await html.locator('.cm-line').first().textContent()).toBe(letter.split('\n')[0]);
});

test('a text of a partial, the value of a placeholder and a text that repeats say where they are written', async () => {
  const { mail, note, page, testData } = await open('where');

  await mail.getByText('Our address').dblclick({ position: { x: 3, y: 8 } });
  await note.getByText('This text is in footer').waitFor();
  expect(await note.getByRole('link').getAttribute('href')).toContain('/templates/footer');
  await mail.getByText('Each 2').dblclick({ position: { x: 3, y: 8 } });
  await note.getByText('The mail shows this text 3 times').waitFor();
  await page.keyboard.type('.');
  await page.keyboard.press('Enter');
  await mail.getByText('.Each 3').waitFor();

  const chip = mail.locator('postrider-chip').getByText('thing', { exact: true });
  await chip.dblclick();
  await note.getByText('This is the value of “thing”: change it in the test data.').waitFor();
  await page.keyboard.press('Escape');
  await testData.getByRole('textbox', { name: 'thing' }).fill('ink');
  await mail.getByText('& ink.').waitFor();
});

test('a text is edited with the keyboard only, on a page in which axe finds nothing', async () => {
  const { page, edit, mail } = await open('keys', { bypassCSP: true });

  await mail.getByText('Hallöchen').waitFor();
  await edit.focus();
  await page.keyboard.press('Enter');
  await mail.getByRole('button', { name: /Thanks/ }).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Home');
  await page.keyboard.type('My ');
  await page.keyboard.press('Enter');
  await mail.getByText('My Thanks').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await mail.getByText('big order!').waitFor();
  await page.keyboard.press('Control+z');
  await mail.getByText('big order', { exact: true }).waitFor();
  await save(page);

  expect(await savedHtml('keys')).toBe(letter.replace('Thanks', 'My Thanks'));
});

test('a mail cannot fake a text to edit', async () => {
  const { page, mail, status, note } = await open('fake');

  for (const fake of ['Fake host', 'Fake run', 'Fake value']) {
    await mail.getByText(fake).dblclick({ position: { x: 3, y: 8 } });
    await page.keyboard.type('X');
    await page.keyboard.press('Enter');
  }
  await mail.getByText('Fake value').dblclick({ position: { x: 3, y: 8 } });
  await note.getByText('This is the value of “raw”').waitFor();
  await status.getByText('Revision 1').waitFor();
});

test('an edit of a text that has changed in the source is not made, and the page says so', async () => {
  const { page, html, mail, note } = await open('late');
  await mail.getByText('Hallöchen').waitFor();
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/render', async (route) => {
    await held;
    await route.continue();
  });

  await html.click();
  await page.keyboard.press('Control+Home');
  for (const _ of '<h1>Hall') await page.keyboard.press('ArrowRight');
  await page.keyboard.type('X');
  await mail.getByText('Hallöchen').dblclick({ position: { x: 3, y: 8 } });
  await note.getByText('The source has changed in the meantime').waitFor();
  answer();
  await mail.getByText('X').waitFor();

  const [first = ''] = letter.split('\n');
  const line = await html.locator('.cm-line').first().textContent();
  expect(line?.replace('X', '')).toBe(first);
});

test('a click in the preview selects the word in the source, and the cursor in the source highlights its text in the preview', async () => {
  const { page, mail, html, note } = await open('where');
  const highlighted = () =>
    mail.locator('body').evaluate(() => {
      const [range] = [...(CSS.highlights.get('postrider-pointed') ?? [])];
      return range instanceof Range ? range.toString() : '';
    });

  await mail.getByText('big order').click();
  await page.locator('.cm-selectionBackground').waitFor();
  await html.locator('.cm-activeLine').getByText('big order').waitFor();
  await mail.getByAltText('Logo').click();
  await note.getByText('This is an image').waitFor();
  await html.locator('.cm-activeLine').getByText('Logo').waitFor();
  await html.click();
  await page.keyboard.press('Control+Home');
  await until(async () => expect(await highlighted()).toBe('Hallöchen, Ada!'));
  await page.keyboard.press('ArrowDown');
  await until(async () => expect(await highlighted()).toContain('Thanks'));
});
