import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useUndelete } from '../../api/templates.ts';

export interface UndeleteProps {
  template: TemplateSummary;
  /** The id of the notification that this is in. */
  notice: string;
}

/** Brings a template back that was just deleted. */
export function Undelete({ template: { id, name, revision }, notice }: UndeleteProps) {
  const undeletion = useUndelete();
  const undelete = () =>
    undeletion.mutate(
      { id, revision },
      {
        onSuccess: () => {
          notifications.hide(notice);
          notifications.show({ message: `${name} is back` });
        },
      },
    );
  return (
    <Stack gap="xs" align="flex-start">
      {undeletion.error && (
        <Text size="sm" c="red" role="alert">
          It was not brought back: {undeletion.error.message}
        </Text>
      )}
      <Button size="xs" variant="default" onClick={undelete} loading={undeletion.isPending}>
        Bring it back
      </Button>
    </Stack>
  );
}
