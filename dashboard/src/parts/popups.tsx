import { Menu, Modal, type ModalProps, Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { Fragment, type ReactNode, type RefObject, useEffect } from 'react';
import { Link } from 'react-router';
import { IconTrash } from './icons.tsx';
import { useOpened } from './late-popup.tsx';
import { RowButton, type RowMenuProps } from './row-button.tsx';

// The parts that open over a page. The first page shows none, so the browser loads this script when one opens.

/** The place of the notifications. */
export const Notices = () => <Notifications position="bottom-right" />;

export interface DrawnTipProps {
  target: RefObject<HTMLElement | null>;
  label: ReactNode;
  onClose: () => void;
}

/** A tooltip that is open until Escape closes it, or its owner removes it. */
export function DrawnTip({ target, label, onClose }: DrawnTipProps) {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose();
  });
  return <Tooltip opened target={target} label={label} />;
}

/** The button of a row, and its menu. */
export function DrawnRowMenu({ label, items, onDelete, isPending }: RowMenuProps) {
  const { button, ...opening } = useOpened();
  return (
    <Menu position="bottom-end" {...opening}>
      <Menu.Target>
        <RowButton ref={button} loading={isPending} aria-label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label: words, icon: Icon, does, isApart }) => (
          <Fragment key={words}>
            {isApart && <Menu.Divider />}
            {typeof does === 'string' ? (
              <Menu.Item component={Link} to={does} leftSection={<Icon size={16} aria-hidden />}>
                {words}
              </Menu.Item>
            ) : (
              <Menu.Item onClick={does} leftSection={<Icon size={16} aria-hidden />}>
                {words}
              </Menu.Item>
            )}
          </Fragment>
        ))}
        <Menu.Divider />
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface DrawnDialogProps extends ModalProps {
  /** What had the focus when the dialog opened; null if nothing had it. */
  opener: HTMLElement | null;
}

/** Mantine returns the focus only from a dialog that stays drawn while it is closed: this one returns it itself. */
export function DrawnDialog({ opener, children, ...modal }: DrawnDialogProps) {
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
