import type { Page } from 'playwright-core';
import type { Role } from '../../shared/people/roles.ts';
import { addPerson } from '../api/harness/people.ts';
import { startPageAs } from '../api/harness/signed-in-page.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard, openWindow } from './harness/browser.ts';
import { append, editorParts } from './harness/editor.ts';
import { faultsOf } from './harness/faults.ts';
import { openFullAccount } from './harness/full-account.ts';

openBrowserForFile();

const account = await openFullAccount();
const { accountId } = account;

/** Opens a page as people with this role see it. */
async function openAs(role: Role, path: string): Promise<Page> {
  const page = await openWindow({ bypassCSP: true });
  await page.goto((await startPageAs(accountId, role)) + path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}

const reason = (needs: string, role: Role) =>
  `This needs the role ${needs}; your role in this account is ${role}`;

test('an author writes a draft of a template, and the button that publishes it says what it needs', async () => {
  const page = await openAs('author', '/templates/letter');
  const { toPublish, status } = editorParts(page);
  await append(page, '<p>New</p>');
  await status.filter({ hasText: 'Draft saved' }).waitFor();

  expect(await faultsOf(page)).toEqual([]);
  await toPublish.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await page.getByRole('tooltip', { name: reason('publisher or admin', 'author') }).waitFor();
  await page.keyboard.press('Enter');

  expect(await toPublish.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test.each(['Blank', 'Partial'])('an author begins a template as a draft: %s', async (kind) => {
  const id = `fresh-${kind.toLowerCase()}`;
  const page = await openAs('author', '/templates');
  await page.getByRole('button', { name: 'New template' }).click();
  const dialog = page.getByRole('dialog', { name: 'New template' });
  await dialog.getByRole('radio', { name: kind }).check();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(id);
  await dialog.getByRole('button', { name: 'Create' }).click();

  await page.waitForURL(`**/templates/${id}`);
  await editorParts(page).status.filter({ hasText: 'Draft saved' }).waitFor();
});

test('a viewer sees messages without recipients, and what they may not do, with the reason', async () => {
  const page = await openAs('viewer', `/messages/${account.bouncedId}`);
  await page.getByText('Your role does not show recipients.').waitFor();
  await page.getByText('•1@simulator.amazonses.com').first().waitFor();
  const again = page.getByRole('button', { name: 'Send again' });
  const text = await page.locator('main').textContent();
  const menu = await page.getByRole('navigation', { name: 'Main' }).textContent();

  expect(text).not.toMatch(/bounce@|Hello/);
  expect(menu).not.toMatch(/Suppressions|People/);
  expect(await again.getAttribute('aria-disabled')).toBe('true');
  expect(await faultsOf(page)).toEqual([]);
  await again.hover();
  const needs = reason('support or publisher or admin', 'viewer');
  await page.getByRole('tooltip', { name: needs }).waitFor();

  await page.keyboard.press('Control+K');
  await page.getByRole('combobox').fill('pause');
  await page.getByRole('option', { name: 'Search the messages for' }).waitFor();
  expect(await page.getByRole('option', { name: /^Pause/ }).count()).toBe(0);
});

test('a viewer’s changes in the editor are not stored, and the page says so', async () => {
  const page = await openAs('viewer', '/templates/letter');
  await append(page, '<p>Lost</p>');
  await editorParts(page).status.filter({ hasText: 'Not saved: your role' }).waitFor();

  expect(await editorParts(page).saveDraft.getAttribute('aria-disabled')).toBe('true');
});

test('the menu of a row says which role an action needs, and does nothing without it', async () => {
  const page = await openAs('support', '/settings/api-keys');
  await page
    .getByRole('button', { name: /^More about / })
    .first()
    .click();
  const revoke = page.getByRole('menuitem', { name: 'Revoke Needs admin' });
  await revoke.click({ force: true });

  expect(await revoke.getAttribute('aria-disabled')).toBe('true');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await page.getByRole('dialog').waitFor();
});

test('an admin sees the people of the account with their roles, and the command that changes them', async () => {
  await addPerson(account, 'zoe', 'support', 'author');
  const page = await openDashboard(account, '/', { bypassCSP: true });
  await page.getByRole('link', { name: 'People' }).click();

  const row = page.getByRole('row', { name: /zoe@example\.com support, author/ });
  await row.getByRole('button', { name: /^Copy the command that changes the roles/ }).waitFor();
  expect(await faultsOf(page, [1280, 390])).toEqual([]);
});
