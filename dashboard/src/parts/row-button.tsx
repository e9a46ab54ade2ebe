import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots } from './icons.tsx';

export interface RowMenuItem {
  label: string;
  icon: typeof IconDots;
  does: string | (() => void);
  isApart?: boolean;
}

export interface RowMenuProps {
  /** "More about receipt". */
  label: string;
  items: readonly RowMenuItem[];
  onDelete: () => void;
  isPending?: boolean;
}

export function RowButton(
  props: ActionIconProps & Omit<ComponentProps<'button'>, 'color' | 'style'>,
) {
  return (
    <ActionIcon variant="subtle" color="gray" {...props}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}
