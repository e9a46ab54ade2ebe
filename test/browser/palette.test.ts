import type { Page } from 'playwright-core';
import { expect, test } from '../jest.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { openBrowserForFile, openDashboard } from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';
import { openFullAccount } from './harness/full-account.ts';

openBrowserForFile();

const account = await openFullAccount();
await account.save({ id: 'welcome', name: 'Grüße', subject: 'Welcome', html: '<p>Hi</p>' });

const field = (page: Page) => page.getByRole('combobox', { name: /^Go to/ });
const open = async (page: Page, text: string) => {
  await page.keyboard.press('ControlOrMeta+k');
  await field(page).fill(text);
};

test('the palette opens over the source, goes to a template by a part of its id, and closes with Escape', async () => {
  const page = await openDashboard(account, '/templates/letter');
  const { html } = editorParts(page);
  await html.click();

  await open(page, 'x');
  await page.keyboard.press('Escape');
  await html.and(page.locator(':focus')).waitFor();
  await open(page, 'welc');
  await page.getByRole('option', { name: 'Grüße' }).waitFor();
  await field(page).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Grüße' }).waitFor();

  expect(await html.textContent()).toBe('<p>Hi</p>');
});

test('the palette finds pages by other words, the message whose id is pasted, and the dialog for a new key', async () => {
  const page = await openDashboard(account, '/');

  await open(page, 'drafts');
  await page.getByRole('option', { name: /^Drafts/ }).waitFor();
  await field(page).fill('quota');
  const found = await page.getByRole('option').allTextContents();
  await field(page).fill(` "${account.bouncedId}" `);
  await page.getByRole('option', { name: 'Open the message' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Timeline').waitFor();
  const bounces = await page.getByText('bounce@simulator').count();
  await open(page, 'new key');
  await field(page).press('Enter');
  await page.getByRole('dialog', { name: 'Create API key' }).waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();

  expect(found).toEqual(['Sendersg s', 'Search the messages forquota']);
  expect(bounces).toBeGreaterThan(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('letters that are typed before the palette has loaded its choices are kept', async () => {
  const page = await openDashboard(account, '/');
  const { promise: free, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/palette-*', async (route) => {
    await free;
    await route.continue();
  });

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('welcome');
  const typed = await field(page).inputValue();
  resolve();
  await page.getByRole('option', { name: 'Grüße' }).waitFor();
  await page.keyboard.press('Backspace');

  expect(typed).toBe('welcome');
  expect(await field(page).inputValue()).toBe('welcom');
});

test('single keys go to pages, open a new one, and walk through the rows of a list', async () => {
  const page = await openDashboard(account, '/');
  const focused = () => page.locator(':focus').textContent();

  await page.keyboard.type('gt');
  await page.waitForURL('**/templates');
  // The overview also has a link to the letter, and stands until the list is loaded.
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  await page.getByRole('link', { name: 'letter', exact: true }).waitFor();
  await page.keyboard.type('jj');
  const second = await focused();
  await page.keyboard.press('k');
  const first = await focused();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New template' }).waitFor();

  expect([first, second]).toEqual(['Grüße', 'receipt']);
});

test('the palette offers the buttons of the page and the templates that were opened last first', async () => {
  const page = await openDashboard(account, '/templates/welcome');
  await page.getByRole('heading', { level: 1, name: 'Grüße' }).waitFor();

  await open(page, 'letter');
  await page.getByRole('option', { name: /^(?!Search).*letter$/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'letter' }).waitFor();
  await page.getByRole('button', { name: 'Test send' }).waitFor();
  await open(page, '');
  const choices = page.getByRole('listbox', { name: 'Where to' }).getByRole('option');

  const [button, recent, action] = await choices.allTextContents();
  expect([button, recent, action]).toEqual(['Test send', 'Grüßewelcome', 'New template']);
});

test('a dashboard of staging says so, and leads to the same page of production', async () => {
  const page = await openDashboard(account, '/templates/letter');
  const others = [{ name: 'production', url: 'https://mail.example.com' }];
  const config = { signIn: null, inboxUrl: null, environment: { name: 'staging', others } };
  await page.route('**/config.json', (route) => route.fulfill({ json: config }));
  await page.route('https://mail.example.com/**', (route) => route.fulfill({ body: 'there' }));

  await page.reload();
  await page.getByRole('navigation', { name: 'Main' }).getByText('staging').waitFor();
  await page.getByTitle('Account and appearance').click();
  const link = page.getByRole('link', { name: 'production' });
  const address = await link.getAttribute('href');
  const findings = await accessibilityFindings(page);
  await page.keyboard.press('Escape');
  await open(page, 'switch production');
  await page.getByRole('option', { name: 'Switch to production' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('https://mail.example.com/**');

  expect(address).toBe('https://mail.example.com/templates/letter');
  expect(page.url()).toBe(address);
  expect(findings).toEqual([]);
});

test('a slash goes to the search of the page, and single keys can be switched off', async () => {
  const page = await openDashboard(account, '/templates');
  await page.getByRole('link', { name: 'letter', exact: true }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('a/b?');
  const typed = await page.locator(':focus').inputValue();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('switch', { name: 'Single keys' }).click();
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  await open(page, 'letter');
  await page.getByRole('option', { name: /^(?!Search).*letter$/ }).waitFor();

  expect(typed).toBe('a/b?');
  expect(await keys.count()).toBe(0);
});
