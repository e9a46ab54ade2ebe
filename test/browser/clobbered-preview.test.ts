import type { Frame, Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard, openWindow } from './harness/browser.ts';
import { launchPackaged } from './harness/chromium.ts';
import { editorParts } from './harness/editor.ts';

openBrowserForFile(launchPackaged);

/** Properties of documents, forms and the window that a preview reads, and that a mail may use as names of elements. */
const names = [
  ...['adoptNode', 'replaceChild', 'documentElement', 'querySelectorAll', 'addEventListener'],
  ...['closest', 'getAttribute', 'remove', 'parentNode', 'body', 'firstChild', 'importNode'],
  ...['parent', 'DOMParser', 'Element', 'requestAnimationFrame', 'postMessage', 'Function'],
  ...[
    'createTreeWalker',
    'createElement',
    'createRange',
    'activeElement',
    'execCommand',
    'contains',
  ],
  ...['caretPositionFromPoint', 'caretRangeFromPoint', 'getSelection', 'getComputedStyle', 'focus'],
];

const clobbered = [
  ...names.map((name) => `<img name="${name}" id="${name}" alt="">`),
  // A form's fields hide its functions of the same name.
  '<a href="https://shop.example/in-a-form"><form>',
  ...names.map((name) => `<input type="hidden" name="${name}">`),
  'Press</form></a>',
].join('\n');

const account = await openAccount();
await account.save({ id: 'clobbered', html: `<p>First mail</p>${clobbered}` });

test('a mail whose elements have the names of functions breaks neither its links nor its texts nor the next mail', async () => {
  const page = await openWindow();
  await openDashboard(account, '/templates/clobbered', { window: page });
  const { preview } = editorParts(page);

  const first = await shownMail(page, 'First mail');
  expect(await first.evaluate(hiddenBy, names)).toEqual(names);
  await first.evaluate(pressForm);
  await preview.getByText('https://shop.example/in-a-form').waitFor();

  const box = await preview.getByTitle('Preview of the mail').boundingBox();
  if (!box) throw new Error('The preview is not drawn');
  await page.mouse.dblclick(box.x + 20, box.y + 22);
  await page.keyboard.press('Home');
  await page.keyboard.type('My ');
  await page.keyboard.press('Enter');
  await shownMail(page, 'My First mail');
  await editorParts(page).html.getByText('<p>My First mail</p>').waitFor();

  for (const words of ['Second mail', 'Third mail', 'Last mail']) {
    await replaceSource(page, `<p>${words}</p>${words === 'Last mail' ? '' : clobbered}`);
    await shownMail(page, words);
  }
});

/** The preview's frame, once it shows these words. Reads no property of its document by name: the mail may hide it. */
async function shownMail(page: Page, words: string): Promise<Frame> {
  await editorParts(page).preview.getByTitle('Preview of the mail').waitFor();
  const frame = page.frames().find((found) => found.url().includes('preview.html'));
  if (!frame) throw new Error('The page has no preview');
  await frame.waitForFunction((wanted) => {
    const text = Document.prototype.querySelector.call(document, 'p')?.textContent;
    return text === wanted;
  }, words);
  return frame;
}

function hiddenBy(asked: string[]): string[] {
  const form = Document.prototype.querySelector.call(document, 'form');
  const isElement = (owner: object | null, name: string) =>
    owner !== null && Reflect.get(owner, name) instanceof HTMLElement;
  return asked.filter((name) => isElement(document, name) && isElement(form, name));
}

function pressForm(): void {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  Document.prototype.querySelector.call(document, 'form')?.dispatchEvent(click);
}

async function replaceSource(page: Page, html: string): Promise<void> {
  await editorParts(page).html.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(html);
}
