import type { Page } from 'playwright-core';

/** The most that web.dev's layout shift may be on a page: a fifth of what counts as good there. */
const maxShift = 0.02;

/** One line if what a reader has seen since the page was opened moved by itself. */
export async function shiftFindings(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(readShift);
  return sum > maxShift ? [`The layout shifted by ${sum.toFixed(3)}: ${moved.join(', ')}`] : [];
}

/** This function runs in the page. */
async function readShift() {
  interface Shift extends PerformanceEntry {
    value: number;
    hadRecentInput: boolean;
    sources: readonly { node: Node | null }[];
  }
  const entries = await new Promise<Shift[]>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries() as Shift[])).observe({
      ...{ type: 'layout-shift', buffered: true },
    });
    // Without a shift there is no call.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
  });
  const own = entries.filter(({ hadRecentInput }) => !hadRecentInput);
  const named = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.className}` : node?.textContent;
  return {
    sum: own.reduce((total, { value }) => total + value, 0),
    moved: own.flatMap(({ sources }) => sources.map(({ node }) => String(named(node)))),
  };
}
