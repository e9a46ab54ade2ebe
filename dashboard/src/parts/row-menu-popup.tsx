import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { IconTrash } from './icons.tsx';
import { useOpened } from './later.tsx';
import { RowButton, type RowMenuItem, type RowMenuProps } from './row-button.tsx';

export function RowMenuPopup({ label, items, onDelete, isPending }: RowMenuProps) {
  const { button, ...opening } = useOpened();
  const all = onDelete ? [...items, deleting(onDelete)] : items;
  return (
    <Menu position="bottom-end" {...opening}>
      <Menu.Target>
        <RowButton ref={button} loading={isPending} label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        {all.map(({ label: words, icon: Icon, does, isApart, isDanger }) => {
          const look = {
            leftSection: <Icon size={16} aria-hidden />,
            ...(isDanger && { c: 'var(--mantine-color-error)' }),
          };
          return (
            <Fragment key={words}>
              {isApart && <Menu.Divider />}
              {typeof does === 'string' ? (
                <Menu.Item component={Link} to={does} {...look}>
                  {words}
                </Menu.Item>
              ) : (
                <Menu.Item onClick={does} {...look}>
                  {words}
                </Menu.Item>
              )}
            </Fragment>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

const deleting = (does: () => void): RowMenuItem => ({
  label: 'Delete',
  icon: IconTrash,
  does,
  isApart: true,
  isDanger: true,
});
