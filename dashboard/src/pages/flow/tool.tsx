import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ToolProps extends Pick<ActionIconProps, 'variant' | 'color' | 'size'> {
  label: string;
  /** The keys that do the same. */
  hint?: string;
  onClick: () => void;
  /** Stays where it is, so that the focus does too. */
  isOff?: boolean;
  children: ReactNode;
}

/** A button of one icon, which says what it does when it is pointed at or has the focus. */
export function Tool({ label, hint, onClick, isOff = false, children, ...look }: ToolProps) {
  return (
    <Tooltip label={hint ? `${label} (${hint})` : label}>
      <ActionIcon
        {...look}
        aria-label={label}
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
