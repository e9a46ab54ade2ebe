import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogFoot } from './dialog-form.tsx';
import { ProblemAlert } from './problem-alert.tsx';

export interface DialogRequest {
  isPending: boolean;
  error: unknown;
  /** Forgets the last request: the dialog shows no old error when it opens again. */
  reset: () => void;
}

interface ConfirmProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  verb: string;
  color?: string;
  cancel?: string;
  /** `then.onSuccess` closes the dialog and shows `done`. */
  onConfirm: (then: { onSuccess: () => void }) => void;
  /** Default: the action makes no request. */
  request?: DialogRequest;
  done?: string;
}

export function Confirm(props: ConfirmProps) {
  const { opened, title, children, verb, color = 'red', cancel, onConfirm, request, done } = props;
  const close = () => {
    request?.reset();
    props.onClose();
  };
  const onSuccess = () => {
    close();
    if (done !== undefined) notifications.show({ message: done });
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Stack>
        <Text component="div">{children}</Text>
        {request?.error != null && <ProblemAlert error={request.error} />}
        <DialogFoot
          cancel={cancel}
          onCancel={close}
          color={color}
          onClick={() => onConfirm({ onSuccess })}
          loading={request?.isPending ?? false}
          data-autofocus
        >
          {verb}
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
