import type { Page } from 'playwright-core';

/** Counts a person's clicks in a page from now on, also those that follow to another of its routes. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    // A click on a label comes as two, one of them at its field; the pointer goes down once.
    const count = () => {
      const { dataset } = document.documentElement;
      dataset.clicks = String(Number(dataset.clicks) + 1);
    };
    addEventListener('pointerdown', count, true);
  });
  return async () => {
    const clicks = await page.evaluate(() => document.documentElement.dataset.clicks);
    if (clicks === undefined) throw new Error('The page was loaded anew: its clicks are lost');
    return Number(clicks);
  };
}
