import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openAccount, type TestAccount } from '../api/harness/account.ts';
import { openBrowserForFile, openDashboard, openWindow } from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';

openBrowserForFile();

let account: TestAccount;
beforeAll(async () => {
  account = await openAccount();
  await account.save({ id: 'letter', html: '<p>Hello</p>' });
});

/** The sizes of the scripts that a page loads, gzipped, in KB, by their addresses. */
function scriptsOf(page: Page): Map<string, Promise<number>> {
  const scripts = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const size = response.body().then((body) => gzipSync(body).length / 1024);
    scripts.set(response.url(), size);
  });
  return scripts;
}

const sum = async (scripts: Map<string, Promise<number>>) =>
  (await Promise.all(scripts.values())).reduce((total, size) => total + size, 0);

test('a first visit of a list loads at most 260 KB of scripts', async () => {
  const window = await openWindow();
  const scripts = scriptsOf(window);

  await openDashboard(account, '/templates', { window });
  await window.getByRole('link', { name: 'letter', exact: true }).waitFor();

  expect(scripts.size).toBeGreaterThan(1);
  expect(await sum(scripts)).toBeLessThanOrEqual(260);
});

test('a first visit of the editor loads at most 460 KB of scripts', async () => {
  const window = await openWindow();
  const scripts = scriptsOf(window);

  await openDashboard(account, '/templates/letter', { window });
  await editorParts(window).mail.getByText('Hello').waitFor();

  expect(scripts.size).toBeGreaterThan(1);
  expect(await sum(scripts)).toBeLessThanOrEqual(460);
});
