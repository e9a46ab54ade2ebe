import { Stack, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { Dialog } from '../parts/dialog.tsx';
import { DialogFoot } from '../parts/dialog-form.tsx';

interface LeaveGuardProps {
  /** The changes are kept at this address and at addresses below it. */
  within: string;
  hasChanges: () => boolean;
  /** Saves the changes as a draft. Returns true if nothing is left to save. */
  keep: () => Promise<boolean>;
  discard: () => void;
}

/** Saves what is unsaved when its author leaves, and asks only if that is not possible. */
export function LeaveGuard({ within, hasChanges, keep, discard }: LeaveGuardProps) {
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(
    ({ nextLocation: { pathname } }) =>
      pathname !== within && !pathname.startsWith(`${within}/`) && hasChanges(),
  );
  const { state, proceed } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return setAsking(false);
    let isOver = false;
    void keep().then((isKept) => {
      if (isOver) return;
      if (isKept) proceed();
      else setAsking(true);
    });
    return () => {
      isOver = true;
    };
  }, [state, proceed, keep]);
  useWindowEvent('beforeunload', (event) => {
    if (hasChanges()) event.preventDefault();
  });

  const stay = () => blocker.reset?.();
  const leaveWithout = () => {
    discard();
    proceed?.();
  };
  return (
    <Dialog opened={isAsking} onClose={stay} title="Leave with unsaved changes?" size="lg">
      <Stack>
        <Text>Your last changes are in no draft. They are on this page alone.</Text>
        <DialogFoot
          cancel="Leave without saving"
          onCancel={leaveWithout}
          onClick={stay}
          data-autofocus
        >
          Stay
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
