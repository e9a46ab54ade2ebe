import { Modal, type ModalProps } from '@mantine/core';
import { useEffect } from 'react';

interface DrawnDialogProps extends ModalProps {
  /** What had the focus when the dialog opened; null: nothing. */
  opener: HTMLElement | null;
}

/** Mantine returns the focus only from a dialog that stays drawn while it is closed: this one returns it itself. */
export default function DrawnDialog({ opener, children, ...modal }: DrawnDialogProps) {
  return (
    <Modal {...modal} returnFocus={false}>
      <FocusReturn to={opener} />
      {children}
    </Modal>
  );
}

/** Mantine draws this only while the dialog is open. */
function FocusReturn({ to: opener }: { to: HTMLElement | null }) {
  useEffect(
    () => () => {
      // A frame later: what the dialog did may have moved the focus, or removed the opener.
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
