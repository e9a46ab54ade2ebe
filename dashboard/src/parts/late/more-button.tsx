import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots, IconRefresh } from '../icons.tsx';
import type { NotLoadedProps } from '../later.tsx';

type MoreButtonProps = ActionIconProps & Omit<ComponentProps<'button'>, 'color' | 'style'>;

/** The button at the end of a row that opens the row's menu. */
export function MoreButton(props: MoreButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" {...props}>
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}

/** Stands in the place of a row's menu that could not be loaded. */
export function MenuNotLoaded({ retry, isTrying }: NotLoadedProps) {
  const words = 'The menu could not be loaded. Try again';
  return (
    <ActionIcon
      variant="light"
      color="yellow"
      {...{ title: words, 'aria-label': words }}
      onClick={retry}
      loading={isTrying}
    >
      <IconRefresh size={18} aria-hidden />
    </ActionIcon>
  );
}
