import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
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
  /** The colour of that button. Default: red. */
  color?: string;
  /** The label of the button that closes the dialog. Default: "Cancel". */
  cancel?: string;
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
  color = 'red',
  cancel = 'Cancel',
  onConfirm,
  isPending,
  error,
}: ConfirmProps) {
  return (
    <Dialog
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
          cancel={cancel}
          onCancel={onClose}
          color={color}
          onClick={onConfirm}
          loading={isPending ?? false}
          data-autofocus
        >
          {verb}
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
