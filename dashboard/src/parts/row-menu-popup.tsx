import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { IconTrash } from './icons.tsx';
import { useOpened } from './late-popup.tsx';
import { RowButton, type RowMenuProps } from './row-button.tsx';

export function RowMenuPopup({ label, items, onDelete, isPending }: RowMenuProps) {
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
