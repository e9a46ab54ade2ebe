import { VisuallyHidden } from '@mantine/core';
import { cloneElement, type FocusEvent, type ReactElement, useId, useState } from 'react';
import type { Right } from '../../../shared/people/roles.ts';
import { useDenials } from '../api/account.ts';
import { Tooltip } from './copy.tsx';

interface Deniable {
  onClick?: (() => void) | undefined;
  type?: 'button' | undefined;
  disabled?: boolean | undefined;
}

interface AllowedProps {
  to: Right;
  /** Another reason why the button does nothing now. */
  unless?: string | null;
  children: ReactElement<Deniable>;
}

/** A button that needs a right. Without it the button does nothing, and says why while it has the pointer or the focus. */
export function Allowed({ to, unless = null, children }: AllowedProps) {
  const reason = useDenials()(to) ?? unless;
  const [near, setNear] = useState<HTMLElement | null>(null);
  const id = useId();
  if (reason === null) return children;
  const come = ({ currentTarget }: { currentTarget: HTMLElement }) => setNear(currentTarget);
  const leave = () => setNear(null);
  const denied = {
    // A disabled button could not be reached.
    ...{ onClick: () => undefined, type: 'button' as const, disabled: false },
    ...{ 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': id },
    ...{ onPointerEnter: come, onPointerLeave: leave, onBlur: leave },
    onFocus: (event: FocusEvent<HTMLElement>) =>
      event.currentTarget.matches(':focus-visible') && come(event),
    onKeyDown: ({ key }: { key: string }) => key === 'Escape' && leave(),
  };
  return (
    <>
      {cloneElement<Deniable>(children, denied)}
      <VisuallyHidden id={id}>{reason}</VisuallyHidden>
      {near && <Tooltip opened target={near} label={reason} multiline maw="20rem" />}
    </>
  );
}
