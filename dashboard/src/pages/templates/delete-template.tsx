import { Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { useDeleteTemplate, useUndelete } from '../../api/templates.ts';
import { Confirm } from '../../parts/confirm.tsx';

interface DeleteTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

/** Asks before a template is deleted. */
export function DeleteTemplate({ template, onClose }: DeleteTemplateProps) {
  const deletion = useDeleteTemplate();
  // If somebody saves the template meanwhile, the dialog names the newer revision and asks again.
  const [revision, setRevision] = useState(template.revision);
  const confirm = () =>
    deletion.mutate(
      { id: template.id, revision },
      {
        onSuccess: () => {
          const notice = `deleted-${template.id}`;
          notifications.show({
            id: notice,
            title: `${template.name} was deleted`,
            message: <Undelete template={{ ...template, revision }} notice={notice} />,
            // The notice stays until the user closes it, because it asks for a decision.
            autoClose: false,
          });
          onClose();
        },
        onError: (error) => {
          if (error instanceof ServiceProblem && error.revision) setRevision(error.revision);
        },
      },
    );
  return (
    <Confirm
      opened
      onClose={onClose}
      title={`Delete ${template.name}?`}
      verb="Delete"
      onConfirm={confirm}
      isPending={deletion.isPending}
      error={deletion.error}
    >
      {template.kind === 'partial' ? (
        'It is deleted only if no template takes it.'
      ) : (
        <>
          Requests that name <code>{template.id}</code> will be refused. Sent messages stay in the
          list.
        </>
      )}{' '}
      Its revisions are kept: on the command line,{' '}
      <code>{`template rollback ${template.id} ${revision}`}</code> restores the {template.kind}.
      {revision !== template.revision &&
        ` Somebody has saved revision ${revision} since you opened this list: delete the ${template.kind} anyway?`}
    </Confirm>
  );
}

interface UndeleteProps {
  template: TemplateSummary;
  /** The id of the notification around this. */
  notice: string;
}

/** A button that brings a deleted template back. */
function Undelete({ template: { id, name, revision }, notice }: UndeleteProps) {
  const undeletion = useUndelete();
  const undelete = () =>
    undeletion.mutate(
      { id, revision },
      {
        onSuccess: () => {
          notifications.hide(notice);
          notifications.show({ message: `${name} was restored` });
        },
      },
    );
  return (
    <Stack gap="xs" align="flex-start">
      {undeletion.error && (
        <Text size="sm" c="red" role="alert">
          The template was not restored: {undeletion.error.message}
        </Text>
      )}
      <Button size="xs" variant="default" onClick={undelete} loading={undeletion.isPending}>
        Restore
      </Button>
    </Stack>
  );
}
