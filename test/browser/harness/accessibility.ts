import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * One line for each violation that axe-core finds. Open the page with `bypassCSP`: its policy forbids foreign scripts.
 * `'contrast'` checks only contrasts, which alone differ in another colour scheme, and is much faster.
 */
export async function accessibilityFindings(
  page: Page,
  what: 'all' | 'contrast' = 'all',
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(await source);
  const { violations } = await page.evaluate(
    (runOnly) => {
      type Axe = { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
      // The preview's frame contains a user's mail, which is not part of the dashboard.
      return (globalThis as unknown as { axe: Axe }).axe.run(document, {
        iframes: false,
        resultTypes: ['violations'],
        ...(runOnly.length > 0 && { runOnly }),
      });
    },
    what === 'contrast' ? ['color-contrast'] : [],
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
