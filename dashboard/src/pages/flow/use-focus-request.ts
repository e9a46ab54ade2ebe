import { type RefObject, useCallback, useEffect, useState } from 'react';

export interface FocusPlace {
  on: 'node' | 'form' | 'connect';
  id: string;
}

const firstField =
  'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), button:not(:disabled)';

export function useFocusRequest(page: RefObject<HTMLElement | null>): (place: FocusPlace) => void {
  const [place, setPlace] = useState<FocusPlace | null>(null);
  useEffect(() => {
    if (place === null || page.current === null || tryFocus(page.current, place)) return;
    // A drawer that opens takes the focus itself. Focus on a field in it would open a phone's keyboard.
    if (place.on === 'form') return;
    const timer = setTimeout(() => page.current && tryFocus(page.current, place), drawerMs);
    return () => clearTimeout(timer);
  }, [place, page]);
  return useCallback((requested: FocusPlace) => setPlace({ ...requested }), []);
}

const drawerMs = 80;

function tryFocus(page: HTMLElement, { on, id }: FocusPlace): boolean {
  const node = `.flow-node[data-id="${CSS.escape(id)}"]`;
  const found = on === 'node' ? page.querySelector<HTMLElement>(node) : fieldOf(on, id);
  found?.focus();
  return found !== null && document.activeElement === found;
}

// Searches the whole document, because a drawer is not inside the page's element.
function fieldOf(on: 'form' | 'connect', id: string): HTMLElement | null {
  const form = document.querySelector(`[data-inspector="${CSS.escape(id)}"]`);
  const connect = form?.querySelector<HTMLElement>('[data-connect-to]');
  return (
    (on === 'connect' ? connect : null) ?? form?.querySelector<HTMLElement>(firstField) ?? null
  );
}
