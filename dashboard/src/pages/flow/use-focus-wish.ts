import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Where the focus is to go: to a node of the view, or into its form. */
export interface FocusPlace {
  on: 'node' | 'inspector' | 'connect';
  id: string;
}

const firstField =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), button:not(:disabled)';

/** Moves the focus where somebody wished it, as soon as that place is drawn. */
export function useFocusWish(page: RefObject<HTMLElement | null>): (place: FocusPlace) => void {
  const [wish, setWish] = useState<FocusPlace | null>(null);
  useEffect(() => {
    if (wish === null || page.current === null || tryFocus(page.current, wish)) return;
    // A drawer takes the focus for itself when it opens. A field there would bring up a phone's keyboard.
    if (wish.on === 'inspector') return;
    const timer = setTimeout(() => page.current && tryFocus(page.current, wish), drawerMs);
    return () => clearTimeout(timer);
  }, [wish, page]);
  return useCallback((place: FocusPlace) => setWish({ ...place }), []);
}

const drawerMs = 80;

function tryFocus(page: HTMLElement, { on, id }: FocusPlace): boolean {
  // A form may stand in a drawer, which is not below the page's element.
  const found = on === 'node' ? nodeIn(page, id) : fieldOf(document, on, id);
  found?.focus();
  return found !== null && document.activeElement === found;
}

function nodeIn(page: HTMLElement, id: string): HTMLElement | null {
  return page.querySelector<HTMLElement>(`.flow-node[data-id="${CSS.escape(id)}"]`);
}

function fieldOf(page: Document, on: 'inspector' | 'connect', id: string): HTMLElement | null {
  const form = page.querySelector(`[data-inspector="${CSS.escape(id)}"]`);
  const connect = form?.querySelector<HTMLElement>('[data-connect-to]');
  return (
    (on === 'connect' ? connect : null) ?? form?.querySelector<HTMLElement>(firstField) ?? null
  );
}
