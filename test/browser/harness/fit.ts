import type { Page } from 'playwright-core';

/** One line for each way in which a page does not fit: it scrolls sideways, or a control is covered or cut off. */
export async function misfits(page: Page): Promise<string[]> {
  await standsStill(page);
  return page.evaluate(findMisfits);
}

export async function standsStill(page: Page): Promise<void> {
  // Animations after a new size or colour scheme begin with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
  );
}

/** Makes the page light or dark. Waits until it is, because the page's script follows the browser's change. */
export async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const drawn = page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`);
  await drawn.waitFor({ state: 'attached' });
  await standsStill(page);
}

/** This function runs in the page. */
function findMisfits(): string[] {
  // The controls under a dialog cannot be reached, so they are not checked.
  const dialog = 'dialog, [role="dialog"]';
  const places = document.querySelector(dialog) ? dialog : 'header, nav, main';
  const controls = 'a[href], button, input, select, textarea, summary, [role="group"][tabindex]';

  /** If a field is invisible and its label shows it, a click on the label counts. */
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
    // A user can move a canvas, so a control outside of its visible part can be reached.
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
