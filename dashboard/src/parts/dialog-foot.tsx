import { Button, type ButtonProps, Group } from '@mantine/core';

interface DialogFootProps extends ButtonProps {
  /** Default: "Cancel". */
  cancel?: string | undefined;
  onCancel: () => void;
  /** Without it the button submits the form around it. */
  onClick?: () => void;
}

export function DialogFoot({ cancel = 'Cancel', onCancel, onClick, ...props }: DialogFootProps) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button {...props} {...(onClick ? { onClick } : { type: 'submit' })} />
    </Group>
  );
}
