import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe-core finds wrong with a page: one line each. The page must be opened with `bypassCSP`,
 * since its own policy lets no foreign script in. In another scheme only the contrasts are another
 * matter: `'contrast'` looks at nothing else, in a small part of the time.
 */
export async function accessibilityFindings(
  page: Page,
  what: 'all' | 'contrast' = 'all',
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(await source);
  const { violations } = await page.evaluate(
    (runOnly) => {
      type Axe = { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
      // What is in the preview's frame is a mail of somebody's, none of the page's doing.
      return (globalThis as unknown as { axe: Axe }).axe.run(document, {
        iframes: false,
        // Of all that passes nothing is to be described.
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
