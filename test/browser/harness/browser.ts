import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { deployment } from '../../api/harness/deployment.ts';
import { launchChromium } from './chromium.ts';

/** How a page is looked at; a desktop unless said otherwise. */
export type Look = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'forcedColors' | 'bypassCSP' | 'permissions' | 'deviceScaleFactor'
>;

/** A test's longest wait for one thing, in milliseconds: machines are busy. */
const patience = 40_000;

let browser: Browser;
const contexts: BrowserContext[] = [];
/** What the pages of a test complained about. */
const complaints: string[] = [];
/** Complaints that a test provokes, however many and whenever they come. */
const provoked: RegExp[] = [];

/** Call it once in a test file: one browser for the file, and nothing left open after a test. */
export function openBrowserForFile(launch = launchChromium): void {
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    const patterns = provoked.splice(0);
    const found = complaints
      .splice(0)
      .filter((complaint) => !patterns.some((pattern) => pattern.test(complaint)));
    if (found.length > 0) throw new Error(`The page complained: ${found.join('\n')}`);
  });
}

/** A window of its own: no storage, no cookies, no page is shared with another. */
export async function openWindow(look: Look = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...look,
  });
  contexts.push(context);
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // That a request was refused is what many tests are about; the browser logs each of them.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  return page;
}

/** Opens the dashboard at a path, as the account whose page it is to be, in a new window unless one is given. */
export async function openDashboard(
  { accountId }: { accountId: string },
  path: string,
  look: Look | { window: Page } = {},
): Promise<Page> {
  const page = 'window' in look ? look.window : await openWindow(look);
  const url = new URL(path, deployment.dashboardUrl ?? '');
  url.searchParams.set('account', accountId);
  await page.goto(url.href);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}

/** What the page is expected to complain about in this test, once it has. */
export function expectComplaint(part: string): void {
  const at = complaints.findIndex((complaint) => complaint.includes(part));
  if (at < 0) throw new Error(`No complaint about ${part}: ${complaints.join('\n')}`);
  complaints.splice(at, 1);
}

/** What this test makes the page complain about: of a mail whose scripts are refused, say. */
export function provokeComplaints(pattern: RegExp): void {
  provoked.push(pattern);
}
