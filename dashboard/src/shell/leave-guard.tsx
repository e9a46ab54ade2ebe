import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

export interface LeaveGuardProps {
  hasChanges: () => boolean;
  /** True: nothing is left to be saved. */
  save: () => Promise<boolean>;
  isSaving: boolean;
}

/** Asks before unsaved changes are left behind, and only then. */
export function LeaveGuard({ hasChanges, save, isSaving }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasChanges(),
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
  const saveAndLeave = async () => ((await save()) ? leave() : stay());
  return (
    <Modal opened={blocker.state === 'blocked'} onClose={stay} title="Leave with unsaved changes?">
      <Stack>
        <Text>What you changed since the last save is not stored yet.</Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={stay}>
            Stay
          </Button>
          <Button variant="default" onClick={leave} disabled={isSaving}>
            Leave without saving
          </Button>
          <Button onClick={saveAndLeave} loading={isSaving} data-autofocus>
            Save and leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
