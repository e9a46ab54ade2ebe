import { Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogFoot } from './dialog-foot.tsx';
import { ProblemAlert } from './problem-alert.tsx';

export interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The label of the button: "Revoke". */
  verb: string;
  onConfirm: () => void;
  isPending?: boolean;
  error?: unknown;
}

/** Asks before an action that cannot be undone. */
export function Confirm({
  opened,
  onClose,
  title,
  children,
  verb,
  onConfirm,
  isPending,
  error,
}: ConfirmProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text component="div">{children}</Text>
        {error != null && <ProblemAlert error={error} />}
        <DialogFoot
          onCancel={onClose}
          color="red"
          onClick={onConfirm}
          loading={isPending ?? false}
          data-autofocus
        >
          {verb}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
