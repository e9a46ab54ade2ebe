import type { Locator, Page } from 'playwright-core';
import { until } from '../../patience.ts';

const longestWay = 80;

/** Presses `key` until `place` has the focus. Throws if it never does, or if a stop does not show the focus. */
export async function tabTo(page: Page, place: Locator, key = 'Tab'): Promise<void> {
  // The page may still be loading: a person waits for a place before looking for it.
  await place.waitFor({ state: 'attached' });
  const stops: string[] = [];
  while (stops.length < longestWay) {
    await page.keyboard.press(key);
    stops.push(await visibleStop(page));
    const isThere = (await place.count()) === 1 && (await place.evaluate(hasFocus));
    if (isThere) return;
  }
  throw new Error(`${place} was not reached by ${key}:\n${stops.join('\n')}`);
}

/** Waits until the page moves the focus to a place. Throws if the place does not show the focus. */
export async function focusComesTo(page: Page, place: Locator): Promise<void> {
  await place.and(page.locator(':focus')).waitFor();
  await visibleStop(page);
}

const hasFocus = (element: Element) => element === document.activeElement;

/** The element with the focus. Throws if a user cannot see which it is. */
async function visibleStop(page: Page): Promise<string> {
  let seen = '';
  // The border's colour and the scrolling need some frames.
  await until(async () => {
    const { stop, isMarked, isInWindow } = await page.evaluate(focusedStop);
    seen = stop;
    if (!isInWindow) throw new Error(`The focus is out of sight: ${stop}`);
    if (!isMarked) throw new Error(`Nothing shows where the focus is: ${stop}`);
  });
  return seen;
}

/** The element with the focus, and whether a user can see that. This function runs in the page. */
function focusedStop() {
  const element = document.activeElement;
  if (!element || element === document.body)
    return { stop: 'the page as a whole', isMarked: true, isInWindow: true };
  const stop = element.outerHTML.slice(0, 200);

  // The mark may be on the label of a field, or on the frame around an editor.
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  const frames = [element.parentElement, element.parentElement?.parentElement];
  const drawn = [element, ...labels, ...frames.filter((frame) => frame != null)];
  // An editor draws its outline in front of its contents, as `::after`.
  const isOutlined = drawn.some((each) =>
    [null, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    }),
  );
  // A line of a drawing shows the focus by its stroke.
  const looks = (each: Element) => {
    const { borderTopColor, boxShadow, backgroundColor } = getComputedStyle(each);
    const { stroke, strokeWidth } = getComputedStyle(each.querySelector('path') ?? each);
    return [borderTopColor, boxShadow, backgroundColor, stroke, strokeWidth].join();
  };
  const unfocused = element.cloneNode(element instanceof SVGElement) as Element;
  element.after(unfocused);
  const looksOther = looks(unfocused) !== looks(element);
  unfocused.remove();

  const { top, bottom, left, right } = element.getBoundingClientRect();
  const isInWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return { stop, isMarked: isOutlined || looksOther, isInWindow };
}
