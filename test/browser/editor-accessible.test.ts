import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { append, editorParts, refuseDrafts } from './harness/editor.ts';
import { faultsOf } from './harness/faults.ts';

openBrowserForFile();

const account = await openAccount();
const html = '<p title="x">Dear {{name}} {{#items}}{{title}}{{/items}}</p>\n';
await account.save({ id: 'letter', html, text: 'Dear {{name}}' });

const judge = async (page: Page, state: string) =>
  (await faultsOf(page, [])).map((fault) => `${state}, ${fault}`);

test('the editor is accessible in each of its previews and sources, and with problems', async () => {
  const page = await openDashboard(account, '/templates/letter', { bypassCSP: true });
  await refuseDrafts(page);
  const { preview, mail, problems, testData, subject } = editorParts(page);
  const source = page.getByRole('region', { name: 'Source' });
  const found: string[] = [];
  await mail.getByText('Dear').waitFor();

  // The initial state on a desktop is checked with all other pages.
  await preview.getByRole('button', { name: 'Dark' }).click();
  for (const mode of ['Phone', 'Plain text']) {
    await preview.getByText(mode, { exact: true }).click();
    found.push(...(await judge(page, mode)));
  }
  await testData.getByText('JSON', { exact: true }).click();
  await source.getByText('Plain text', { exact: true }).click();
  found.push(...(await judge(page, 'other sources')));
  await source.getByText('HTML', { exact: true }).click();
  await append(page, '{{#open}}');
  await subject.fill('{{unfinished');
  await problems.getByText('2 problems').click();
  await problems.getByRole('button', { name: /Subject/ }).waitFor();
  found.push(...(await judge(page, 'problems')));

  expect(found).toEqual([]);
});

test('find and replace, and the completions, are accessible in the dark too', async () => {
  const page = await openDashboard(account, '/templates/letter', { bypassCSP: true });
  await refuseDrafts(page);
  const { html } = editorParts(page);
  const found: string[] = [];

  await html.click();
  await page.keyboard.press('ControlOrMeta+f');
  await page.keyboard.type('title');
  await page.getByRole('button', { name: 'Replace all' }).waitFor();
  found.push(...(await judge(page, 'find')));
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('{{n');
  await page.getByRole('option', { name: 'name', exact: true }).waitFor();
  found.push(...(await judge(page, 'completions')));

  expect(found).toEqual([]);
});
