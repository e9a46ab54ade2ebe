import type { ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { laterAlone } from './later.tsx';

const Modal = laterAlone<ModalProps>(async () => ({
  default: (await import('./popups.ts')).Modal,
}));

/** When it closes, the focus returns to what opened it; if that is gone, such as a deleted row, to the page's title. */
export function Dialog({ children, ...modal }: ModalProps) {
  const { opened } = modal;
  const [last, setLast] = useState<{ opened: boolean; opener: HTMLElement | null }>();
  // While React draws the dialog, what opened it still has the focus.
  if (opened && !last?.opened) setLast({ opened, opener: openerOfDialog() });
  if (!opened && last?.opened) setLast({ ...last, opened });
  if (!last) return null;
  return (
    // Mantine returns the focus only from a dialog that stays drawn while it is closed.
    <Modal {...modal} returnFocus={false}>
      <FocusReturn to={last.opener} />
      {children}
    </Modal>
  );
}

/** The element with the focus; for an entry of a menu, the menu's button. */
function openerOfDialog(): HTMLElement | null {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : activeElement;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

function FocusReturn({ to: opener }: { to: HTMLElement | null }) {
  useEffect(
    () => () => {
      // A frame later, because the dialog's action may have moved the focus or removed the opener.
      requestAnimationFrame(() => {
        if (opener === null || document.activeElement !== document.body) return;
        const title = document.querySelector<HTMLElement>('#page h1');
        (opener.isConnected ? opener : title)?.focus({ preventScroll: true });
      });
    },
    [opener],
  );
  return null;
}
