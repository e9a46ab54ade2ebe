import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Progress } from '../../local/progress.ts';
import type { Stops } from '../../local/stops.ts';
import { accessibilityFindings } from '../../test/browser/harness/accessibility.ts';
import { launchChromium } from '../../test/browser/harness/chromium.ts';
import { misfits, standsStill } from '../../test/browser/harness/fit.ts';
import { shiftFindings } from '../../test/browser/harness/shift.ts';
import { startLocalService } from '../harness/local-service.ts';
import type { Verdict } from '../harness/verdict.ts';
import type { PhotosOptions } from './options.ts';
import { type PhotographedPage, pagesOf } from './pages.ts';

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  forced: { colorScheme: 'light', forcedColors: 'active' },
} as const;

/** In CSS pixels. The first one is the width at which the page is opened. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

/** Writes nine photographs of each page, and returns a line for each fault that a machine can find. */
export async function takePhotographs(
  { url, page: only = [], folder }: PhotosOptions,
  progress: Progress,
  stops: Stops,
): Promise<Verdict> {
  const dashboard = url?.replace(/\/$/, '') ?? (await startDashboard(progress, stops));
  const browser = stops.add(await launchChromium(), (opened) => opened.close());
  await mkdir(folder, { recursive: true });
  const pages = await pagesOf(dashboard, only);
  const found: string[] = [];
  for (const [index, { route, path }] of pages.entries()) {
    progress.step(`${route}, ${index + 1} of ${pages.length}`);
    for (const look of Object.keys(looks) as (keyof typeof looks)[]) {
      const faults = await photograph(
        browser,
        look,
        { route, path: `${dashboard}${path}` },
        folder,
      );
      found.push(...faults.map((fault) => `${route}, ${look}: ${fault}`));
    }
  }
  const text = [...found, `${pages.length} pages in ${folder}, ${found.length} faults`].join('\n');
  return { text: `${text}\n`, held: found.length === 0 };
}

async function startDashboard(progress: Progress, stops: Stops): Promise<string> {
  progress.step('Starting the local run with demo data');
  const service = await startLocalService(['--demo-data'], stops);
  const { dashboardUrl } = await service.deployment();
  if (dashboardUrl === null) throw new Error('The stack has no dashboard');
  return dashboardUrl;
}

async function photograph(
  browser: Browser,
  look: keyof typeof looks,
  { route, path }: PhotographedPage,
  folder: string,
): Promise<string[]> {
  const [viewport] = sizes;
  const context = await browser.newContext({
    // axe-core is a script that the page's policy forbids.
    ...{ ...looks[look], ...(viewport && { viewport }), bypassCSP: true, reducedMotion: 'reduce' },
  });
  try {
    const page = await context.newPage();
    const found: string[] = [];
    page.on('pageerror', ({ message }) => found.push(message));
    page.on('console', (line) => line.type() === 'error' && found.push(line.text()));
    await page.goto(path);
    await settled(page);
    if (look === 'light') found.push(...(await shiftFindings(page)));
    found.push(...(await accessibilityFindings(page, look === 'light' ? 'all' : 'contrast')));
    for (const size of sizes) {
      await page.setViewportSize(size);
      await settled(page);
      const name = route.replaceAll(/\W+/g, '-').replace(/^-|-$/g, '') || 'home';
      await page.screenshot({ path: join(folder, `${name}-${look}-${size.width}.png`) });
      const wrong = look === 'light' ? await misfits(page) : [];
      found.push(...wrong.map((fault) => `${size.width} px: ${fault}`));
    }
    return found;
  } finally {
    await context.close();
  }
}

/** Waits until no outline stands in the place of something that is still to come. */
async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.arriving, [aria-busy="true"], .mantine-Skeleton-root') === null,
  );
  await page.waitForLoadState('networkidle');
  await standsStill(page);
}
