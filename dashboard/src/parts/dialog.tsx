import type { ModalProps } from '@mantine/core';
import { Suspense, useState } from 'react';
import { later } from './later.tsx';

const DrawnDialog = later(async () => ({ default: (await import('./popups.tsx')).DrawnDialog }));

/**
 * A dialog over the page. When it closes, the focus goes back to what opened it; if that is gone, for instance a row that
 * was deleted, to the title of the page.
 */
export function Dialog(props: ModalProps) {
  const { opened } = props;
  const [last, setLast] = useState<{ opened: boolean; opener: HTMLElement | null }>();
  // While React draws the dialog, what opened it still has the focus.
  if (opened && !last?.opened) setLast({ opened, opener: openerOfDialog() });
  if (!opened && last?.opened) setLast({ ...last, opened });
  if (!last) return null;
  return (
    <Suspense>
      <DrawnDialog {...props} opener={last.opener} />
    </Suspense>
  );
}

/** The element with the focus; for an entry of a menu, which disappears with the menu, the menu's button. */
function openerOfDialog(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : activeElement;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}
