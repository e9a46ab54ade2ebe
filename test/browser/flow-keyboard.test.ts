import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { callback, flowOf, template } from '../api/harness/flow.ts';
import { mailOf } from '../api/harness/inbox.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';
import { focusComesTo, tabTo } from './harness/keyboard.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({
  id: 'drawn',
  subject: 'Hello {{name}}',
  html: '<p>Hello {{name}}</p>',
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/**
 * Marks the option with the arrow keys and presses Enter, until the list is closed: a list that the page renders again
 * loses its mark.
 */
async function choose(page: Page, option: string, role: 'menuitem' | 'option') {
  const wanted = page.getByRole(role, { name: new RegExp(`^${option}`) });
  const list = page.getByRole(role === 'option' ? 'listbox' : 'menu');
  const open = page.locator(
    `[aria-expanded="true"][aria-controls="${await list.getAttribute('id')}"]`,
  );
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('ArrowDown');
    // A list that has just opened marks its first option again in a timer, which fires before this one.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    if (!(await wanted.evaluate(isMarked))) continue;
    await page.keyboard.press('Enter');
    if ((await open.count()) === 0) return wanted.waitFor({ state: 'hidden' });
  }
  throw new Error(`${option} cannot be reached by the arrow keys`);
}

const isMarked = (item: Element) =>
  item === document.activeElement || item.hasAttribute('data-combobox-selected');

async function add(page: Page, kind: string, key = 'Tab') {
  await tabTo(page, button(page, 'Add a node').first(), key);
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  await choose(page, kind, 'menuitem');
  // The focus comes to the node's form by itself: a key that is pressed before is lost.
  await page.locator('[data-inspector] :focus').waitFor();
}

const connectTo = (page: Page) => page.getByRole('combobox', { name: 'Connect to' });

async function connect(page: Page, to: string) {
  await focusComesTo(page, connectTo(page));
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await choose(page, to, 'option');
  const settings = page.locator('[data-inspector]');
  await settings.getByRole('button', { name: to, exact: true }).waitFor();
}

test('with the keyboard only, a branch is added and leads to another template', async () => {
  await account.save({ id: 'other', name: 'The other', html: '<p>Other</p>' });
  await account.save({
    id: 'branched',
    html: '<p>Own</p>',
    flow: flowOf(template, callback),
  });
  const page = await openDashboard(account, '/templates/branched/flow?view=list');

  await add(page, 'Branch');
  await focusComesTo(page, page.getByRole('combobox', { name: 'If', exact: true }));
  await page.keyboard.type('plan');
  await tabTo(page, page.getByRole('textbox', { name: 'Value 1' }));
  await page.keyboard.type('pro');
  await tabTo(page, page.getByRole('combobox', { name: 'Then send the template' }));
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor();
  await choose(page, 'The other', 'option');
  await page.getByText('The other, if plan is pro').waitFor();
  await page.getByText('No problems found').waitFor();
});

test('with the keyboard only, a flow is built on the canvas, saved, and run by the next request', async () => {
  const page = await openDashboard(account, '/templates/drawn/flow');
  const node = (name: string) => page.getByRole('group', { name: new RegExp(`^\\d+\\. ${name}:`) });

  await tabTo(page, button(page, 'Send with SES'));
  await page.keyboard.press('Enter');
  const from = page.getByRole('combobox', { name: 'From' });
  await focusComesTo(page, from);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Acme <hello@acme.example>');
  await add(page, 'Required fields', 'Shift+Tab');
  await page.keyboard.press('Escape');
  await focusComesTo(page, node('Required fields'));
  await page.keyboard.press('Delete');
  await focusComesTo(page, node('Template'));
  await page.keyboard.press('ControlOrMeta+z');
  await node('Required fields').waitFor();
  await add(page, 'Variables', 'Shift+Tab');
  await tabTo(page, page.getByRole('combobox', { name: 'Default of name' }));
  await page.keyboard.type('Text');
  await tabTo(page, page.getByRole('textbox', { name: 'Default text of name' }));
  await page.keyboard.type('reader');
  await tabTo(page, connectTo(page));
  await connect(page, 'Template');
  await page.getByText('No problems found').waitFor();
  await page.keyboard.press('ControlOrMeta+s');
  await page.getByText('Draft saved').waitFor({ state: 'attached' });
  await tabTo(page, editorParts(page).toPublish, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Note' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Published as revision 2').waitFor({ state: 'attached' });
  const answer = await account.execute({
    templateId: 'drawn',
    variables: {},
    _to: 'ada@good.example',
  });

  expect(answer).toMatchObject({ status: 200, body: { success: true, type: 'sent' } });
  expect(await mailOf(answer)).toMatchObject({
    from: 'Acme <hello@acme.example>',
    subject: 'Hello reader',
  });
});
