import { Menu, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { rolesWith } from '../../../shared/people/roles.ts';
import { useDenials } from '../api/account.ts';
import { IconTrash } from './icons.tsx';
import { useOpened } from './later.tsx';
import { RowButton, type RowMenuItem, type RowMenuProps } from './row-button.tsx';

export function RowMenuPopup(props: RowMenuProps) {
  const { label, items, onDelete, deleteNeeds, isPending } = props;
  const { button, ...opening } = useOpened();
  const denialOf = useDenials();
  const all = onDelete ? [...items, deleting(onDelete, deleteNeeds)] : items;
  return (
    <Menu position="bottom-end" {...opening}>
      <Menu.Target>
        <RowButton ref={button} loading={isPending} label={label} />
      </Menu.Target>
      <Menu.Dropdown>
        {all.map(({ label: words, icon: Icon, does, isApart, isDanger, needs }) => {
          const denial = denialOf(needs);
          const look = {
            leftSection: <Icon size={16} aria-hidden />,
            ...(isDanger && denial === null && { c: 'var(--mantine-color-error)' }),
          };
          return (
            <Fragment key={words}>
              {isApart && <Menu.Divider />}
              {denial !== null && needs ? (
                <Menu.Item {...look} {...denied} title={denial}>
                  {words}
                  <Text size="xs" c="dimmed">
                    Needs {rolesWith(needs)}
                  </Text>
                </Menu.Item>
              ) : typeof does === 'string' ? (
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

/** It can be reached with the arrows, unlike a disabled item. */
const denied = { closeMenuOnClick: false, 'aria-disabled': true, 'data-disabled': true };

const deleting = (does: () => void, needs: RowMenuItem['needs']): RowMenuItem => ({
  needs,
  label: 'Delete',
  icon: IconTrash,
  does,
  isApart: true,
  isDanger: true,
});
