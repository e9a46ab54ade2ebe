import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { openAccount } from '../api/harness/account.ts';
import { expect, test } from '../jest.ts';
import { openBrowserForFile, openDashboard, openWindow } from './harness/browser.ts';
import { editorParts } from './harness/editor.ts';

openBrowserForFile();

const account = await openAccount();
await account.save({ id: 'letter', html: '<p>Hello</p>' });

/** The weight of a page: the number of its requests, and the sizes of its scripts, gzipped, in KB. */
function loadsOf(page: Page) {
  const scripts: Promise<number>[] = [];
  const loads = { requests: 0, scripts: async () => sum(await Promise.all(scripts)) };
  page.on('request', (request) => {
    // What a page at rest fetches for the next pages is not part of the visit.
    if (request.headers()['sec-purpose'] !== 'prefetch') loads.requests += 1;
  });
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    scripts.push(response.body().then((body) => gzipSync(body).length / 1024));
  });
  return loads;
}

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

test.each(['/', '/templates', '/messages', '/settings/webhooks'])(
  'a first visit of %s makes at most 25 requests',
  async (path) => {
    const window = await openWindow();
    const loads = loadsOf(window);

    await openDashboard(account, path, { window });
    await window.waitForLoadState('networkidle');

    expect(loads.requests).toBeLessThanOrEqual(25);
  },
);

test.each([
  ['a list', 200, '/templates', (page: Page) => page.getByRole('link', { name: 'letter' })],
  [
    'the editor',
    420,
    '/templates/letter',
    (page: Page) => editorParts(page).mail.getByText('Hello'),
  ],
  [
    'the flow',
    380,
    '/templates/letter/flow',
    (page: Page) => page.getByRole('button', { name: 'Undo' }),
  ],
] as const)(
  'a first visit of %s loads at most %i KB of scripts',
  async (_, most, path, content) => {
    const window = await openWindow();
    const loads = loadsOf(window);

    await openDashboard(account, path, { window });
    await content(window).first().waitFor();
    await window.waitForLoadState('networkidle');

    expect(await loads.scripts()).toBeGreaterThan(100);
    expect(await loads.scripts()).toBeLessThanOrEqual(most);
  },
);
