import { Tooltip } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { ReactNode, RefObject } from 'react';

export interface DrawnTipProps {
  target: RefObject<HTMLElement | null>;
  label: ReactNode;
  onClose: () => void;
}

/** A tooltip that is open until Escape closes it, or its owner removes it. */
export default function DrawnTip({ target, label, onClose }: DrawnTipProps) {
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') onClose();
  });
  return <Tooltip opened target={target} label={label} />;
}
