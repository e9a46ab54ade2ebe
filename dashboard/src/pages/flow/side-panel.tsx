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
  const close = (
    <Group justify="flex-end" className="flow-panel-close">
      <CloseButton aria-label={`Close ${label.toLowerCase()}`} onClick={onClose} />
    </Group>
  );
  if (isNarrow)
    return (
      <Drawer.Root opened onClose={onClose} position="right" size="min(460px, 100%)">
        <Drawer.Overlay />
        <Drawer.Content aria-label={label}>
          <Drawer.Body pt="md">
            {close}
            {children}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    );
  return (
    <section className="flow-panel" aria-label={label}>
      {close}
      {children}
    </section>
  );
}
