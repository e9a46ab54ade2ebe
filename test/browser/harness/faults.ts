import type { Page } from 'playwright-core';
import { accessibilityFindings } from './accessibility.ts';
import { misfits, turn } from './fit.ts';

/** Returns the page's faults in light and dark at these widths, by default its own; with none, only accessibility's. */
export async function faultsOf(page: Page, widths?: readonly number[]): Promise<string[]> {
  const found = (await accessibilityFindings(page)).map((finding) => `light: ${finding}`);
  for (const width of widths ?? [null]) {
    if (width !== null) await page.setViewportSize({ width, height: 900 });
    found.push(...(await misfits(page)).map((misfit) => `${width ?? 'here'}: ${misfit}`));
  }
  await turn(page, 'dark');
  const dark = await accessibilityFindings(page, 'contrast');
  await turn(page, 'light');
  return [...found, ...dark.map((finding) => `dark: ${finding}`)];
}
