import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from '../parts/dialog.tsx';

interface LeaveGuardProps {
  /** The changes are kept at this address and at addresses below it. */
  within: string;
  hasChanges: () => boolean;
  /** Returns true if nothing is left to save. */
  save: () => Promise<boolean>;
  isSaving: boolean;
  discard: () => void;
}

export function LeaveGuard({ within, hasChanges, save, isSaving, discard }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) =>
      pathname !== within && !pathname.startsWith(`${within}/`) && hasChanges(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (hasChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);

  const stay = () => blocker.reset?.();
  const leave = () => blocker.proceed?.();
  const leaveWithout = () => {
    discard();
    leave();
  };
  const saveAndLeave = async () => ((await save()) ? leave() : stay());
  return (
    <Dialog
      opened={blocker.state === 'blocked'}
      onClose={stay}
      title="Leave with unsaved changes?"
      size="lg"
    >
      <Stack>
        <Text>Your changes since the last save are not stored yet.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={stay}>
            Stay
          </Button>
          <Button variant="default" onClick={leaveWithout} disabled={isSaving}>
            Leave without saving
          </Button>
          <Button onClick={saveAndLeave} loading={isSaving} data-autofocus>
            Save and leave
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
