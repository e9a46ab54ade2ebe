import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { deployment } from '../../api/harness/deployment.ts';
import { afterAll, afterEach, beforeAll } from '../../jest.ts';
import { patienceMs } from '../../patience.ts';
import { launchChromium } from './chromium.ts';

export type Look = Pick<
  BrowserContextOptions,
  | 'viewport'
  | 'colorScheme'
  | 'forcedColors'
  | 'bypassCSP'
  | 'permissions'
  | 'deviceScaleFactor'
  | 'timezoneId'
>;

let browser: Browser;
const contexts: BrowserContext[] = [];
const complaints: string[] = [];
const provoked: RegExp[] = [];

/** Opens one browser for a test file, and closes each test's windows after it. Call it once in the file. */
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

export async function openWindow(look: Look = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    ...look,
  });
  contexts.push(context);
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    // The browser logs each refused request as an error, and many tests provoke refusals.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  return page;
}

/** Opens a new window unless `look` has one. */
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

/** Removes one complaint that this test expects. Throws if the page has not made it. */
export function expectComplaint(part: string): void {
  const at = complaints.findIndex((complaint) => complaint.includes(part));
  if (at < 0) throw new Error(`No complaint about ${part}: ${complaints.join('\n')}`);
  complaints.splice(at, 1);
}

/** Ignores the complaints that this test provokes, for example about a mail's forbidden scripts. */
export function provokeComplaints(pattern: RegExp): void {
  provoked.push(pattern);
}
