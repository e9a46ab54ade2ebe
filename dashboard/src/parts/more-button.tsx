import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots } from './icons.tsx';

type MoreButtonProps = ActionIconProps & Omit<ComponentProps<'button'>, 'color' | 'style'>;

/** The button at the end of a row that opens the row's menu. */
export function MoreButton(props: MoreButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" {...props}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}
