import type { ComponentProps } from 'react';
import type { Right } from '../../../shared/people/roles.ts';
import { IconButton } from './icon-button.tsx';
import { IconDots } from './icons.tsx';

export interface RowMenuItem {
  label: string;
  icon: typeof IconDots;
  does: string | (() => void);
  isApart?: boolean;
  /** Red: it takes something away. */
  isDanger?: boolean;
  needs?: Right | undefined;
}

export interface RowMenuProps {
  /** "More about receipt". */
  label: string;
  items: readonly RowMenuItem[];
  /** Adds a last item, "Delete". */
  onDelete?: () => void;
  /** What deleting needs. */
  deleteNeeds?: Right;
  isPending?: boolean;
}

export const RowButton = (props: Omit<ComponentProps<typeof IconButton>, 'icon'>) => (
  <IconButton icon={IconDots} iconSize={18} {...props} />
);
