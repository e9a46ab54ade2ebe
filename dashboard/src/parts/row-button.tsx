import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots } from './icons.tsx';

export interface RowMenuItem {
  label: string;
  icon: typeof IconDots;
  /** The page to which the item leads, or what it does. */
  does: string | (() => void);
  /** Whether a line separates the item from those above. */
  isApart?: boolean;
}

export interface RowMenuProps {
  /** Names the button: "More about receipt". */
  label: string;
  items: readonly RowMenuItem[];
  /** What the last item does, "Delete". */
  onDelete: () => void;
  isPending?: boolean;
}

/** The button at the end of a row that opens the row's menu. */
export function RowButton(
  props: ActionIconProps & Omit<ComponentProps<'button'>, 'color' | 'style'>,
) {
  return (
    <ActionIcon variant="subtle" color="gray" {...props}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}
