import { CloseButton, Drawer, Group } from '@mantine/core';
import type { ReactNode } from 'react';

export interface SidePanelProps {
  isNarrow: boolean;
  /** Names it for who cannot see it. */
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** Beside the flow; over it where there is no room beside. */
export function SidePanel({ isNarrow, label, onClose, children }: SidePanelProps) {
  if (isNarrow)
    return (
      <Drawer
        opened
        onClose={onClose}
        position="right"
        size="100%"
        title={label}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children}
      </Drawer>
    );
  return (
    <section className="flow-panel" aria-label={label}>
      <Group justify="flex-end" className="flow-panel-close">
        <CloseButton aria-label={`Close ${label.toLowerCase()}`} onClick={onClose} />
      </Group>
      {children}
    </section>
  );
}
