import type { Page } from 'playwright-core';

export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = '0';
    // A click on a label causes two click events, one of them at its field, but only one `pointerdown`.
    const count = () => {
      const { dataset } = document.documentElement;
      dataset.clicks = String(Number(dataset.clicks) + 1);
    };
    addEventListener('pointerdown', count, true);
  });
  return async () => {
    const clicks = await page.evaluate(() => document.documentElement.dataset.clicks);
    if (clicks === undefined) throw new Error('The page was reloaded: its clicks are lost');
    return Number(clicks);
  };
}
