import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { FlowWork } from './use-flow-work.ts';

export function FlowActions({ work, onTry }: { work: FlowWork; onTry: () => void }) {
  const { isChanged, isSaving, save } = work;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        onClick={onTry}
      >
        Try it
      </Button>
      <Button onClick={() => void save()} disabled={!isChanged} loading={isSaving}>
        Save
      </Button>
    </>
  );
}
