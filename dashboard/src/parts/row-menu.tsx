import { ActionIcon, Menu } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { IconDots, IconTrash } from './icons.tsx';

interface RowMenuItem {
  label: string;
  icon: typeof IconDots;
  /** The page to which the item leads, or what it does. */
  does: string | (() => void);
  /** Whether a line separates the item from those above. */
  isApart?: boolean;
}

interface RowMenuProps {
  /** Names the button: "More about receipt". */
  label: string;
  items: readonly RowMenuItem[];
  /** What the last item does, "Delete". */
  onDelete: () => void;
  isPending?: boolean;
}

/** The button at the end of a row, with a menu of the actions on the row. */
export function RowMenu({ label, items, onDelete, isPending = false }: RowMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" loading={isPending} aria-label={label}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
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
