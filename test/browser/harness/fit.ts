import type { Page } from 'playwright-core';

/**
 * What does not fit into the window: one line for each. The page must not scroll sideways, and
 * whoever points at a control must hit it: what lies over it, or cuts it off, is named.
 */
export async function misfits(page: Page): Promise<string[]> {
  await standsStill(page);
  return page.evaluate(findMisfits);
}

/** Waits until nothing moves and no colour changes any more. */
export async function standsStill(page: Page): Promise<void> {
  // What a new size or scheme sets in motion begins with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  );
}

/** Has the page light or dark, and waits until it is: its own script changes that after the browser. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const drawn = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  await drawn.waitFor({ state: 'attached' });
  await standsStill(page);
}

/** It runs in the page. */
function findMisfits(): string[] {
  // What lies under a dialog is not to be reached.
  const places = document.querySelector('[role="dialog"]')
    ? '[role="dialog"]'
    : 'header, nav, main';
  const controls = 'a[href], button, input, select, textarea, summary, [role="group"][tabindex]';

  /** A field may be drawn by its label: pointing at that is pointing at it. */
  const drawnAs = (control: Element) => {
    const [label] = control instanceof HTMLInputElement ? (control.labels ?? []) : [];
    return label && getComputedStyle(control).opacity === '0' ? label : control;
  };
  const isThere = (control: Element) =>
    !control.closest('[inert], :disabled') && drawnAs(control).checkVisibility();
  const nameOf = (control: Element) =>
    (control.ariaLabel || control.textContent || control.outerHTML).slice(0, 80);

  const misfitOf = (control: Element): string[] => {
    const drawn = drawnAs(control);
    // A canvas is moved by hand: what lies outside of it is not out of reach.
    const canvas = drawn.closest('.react-flow__viewport')?.parentElement ?? null;
    (canvas ?? drawn).scrollIntoView({ block: 'center', inline: 'center' });
    const [box] = drawn.getClientRects();
    if (!box || box.width < 2 || box.height < 2) return [];
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    if (canvas && !canvas.contains(hit)) return [];
    const cut = box.left < -1 || box.right > innerWidth + 1;
    if (cut && !canvas) return [`${nameOf(control)} is cut off at the side`];
    const isHit = drawn.contains(hit) || control.contains(hit);
    return isHit ? [] : [`${nameOf(control)} lies under ${hit?.outerHTML.slice(0, 120)}`];
  };

  const { scrollWidth } = document.documentElement;
  const wide =
    scrollWidth > innerWidth ? [`The page is ${scrollWidth - innerWidth} px too wide`] : [];
  const all = [...document.querySelectorAll(places)].flatMap((place) => [
    ...place.querySelectorAll(controls),
  ]);
  const found = [...new Set(all)].filter(isThere).flatMap(misfitOf);
  scrollTo(0, 0);
  return [...wide, ...found];
}
