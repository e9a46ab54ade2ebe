import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import type { IconTrash } from './icons.tsx';

interface IconButtonProps
  extends ActionIconProps,
    Omit<ComponentProps<'button'>, 'color' | 'style'> {
  icon: typeof IconTrash;
  label: string;
  iconSize?: number;
}

export function IconButton({ icon: Icon, label, iconSize = 16, ...props }: IconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
      <Icon size={iconSize} aria-hidden />
    </ActionIcon>
  );
}
