import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps } from 'react';
import { IconDots, IconRefresh } from './icons.tsx';
import { LatePopup } from './late-popup.tsx';
import { later } from './later.tsx';

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

const notLoaded = 'The menu could not be loaded. Reload the page';

const DrawnRowMenu = later(
  async () => ({ default: (await import('./popups.tsx')).DrawnRowMenu }),
  <ActionIcon
    variant="light"
    color="yellow"
    {...{ title: notLoaded, 'aria-label': notLoaded }}
    onClick={() => window.location.reload()}
  >
    <IconRefresh size={18} aria-hidden />
  </ActionIcon>,
);

/** The button at the end of a row, with a menu of what can be done with the row. */
export function RowMenu(props: RowMenuProps) {
  return (
    <LatePopup button={<RowButton aria-label={props.label} />} opens="menu">
      <DrawnRowMenu {...props} />
    </LatePopup>
  );
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
