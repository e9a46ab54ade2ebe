import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from '../jest.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { accessibilityFindings } from './harness/accessibility.ts';
import { type Look, openBrowserForFile, openWindow } from './harness/browser.ts';

openBrowserForFile();

/** The folder of the screenshots, which a developer compares before and after a change of the design. */
const album = '.local/photographs';

const folder = temporaryFolder();
const vite = ['node_modules/vite/bin/vite.js', 'build', 'test/browser/components'];
execFileSync(process.execPath, [
  ...vite,
  '--outDir',
  folder,
  '--emptyOutDir',
  '--logLevel',
  'error',
]);
await mkdir(album, { recursive: true });

const looks: Record<string, Look> = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'forced-colours': { forcedColors: 'active' },
};

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

/** Opens the page of components in a new window. */
async function openComponents(look: Look): Promise<Page> {
  const page = await openWindow({ ...look, bypassCSP: true });
  await page.route('https://components.example/**', (route) =>
    route.fulfill({ path: join(folder, new URL(route.request().url()).pathname) }),
  );
  await page.goto('https://components.example/index.html');
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Takes a screenshot of the window, or of the whole page, and returns axe's violations. */
async function photograph(page: Page, name: string, fullPage = false): Promise<string[]> {
  await page.screenshot({ path: join(album, `${name}.png`), fullPage });
  const found = await accessibilityFindings(page, name.includes('light') ? 'all' : 'contrast');
  return found.map((finding) => `${name}: ${finding}`);
}

test.each(Object.entries(looks))(
  'all components and dialogs are accessible in %s, and a photograph of each is kept',
  async (look, options) => {
    const page = await openComponents(options);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const found: string[] = [];

    await press('Show the loading');
    await press('Show notifications');
    await page.getByText('The draft was not saved').waitFor();
    for (const [width, viewport] of Object.entries({ desktop, phone })) {
      await page.setViewportSize(viewport);
      found.push(...(await photograph(page, `components-${look}-${width}`, true)));
    }
    await press('Hide the loading');
    await page.setViewportSize(desktop);
    await press('More about the receipt');
    await page.getByRole('menu').waitFor();
    found.push(...(await photograph(page, `menu-${look}`)));
    await page.keyboard.press('Escape');
    await press('Ask, and fail');
    await page.getByRole('dialog').waitFor();
    found.push(...(await photograph(page, `question-${look}`)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('Show a secret');
    await press('Done');
    await page.getByText('Store the key first').waitFor();
    found.push(...(await photograph(page, `secret-${look}`)));

    expect(found).toEqual([]);
  },
);
