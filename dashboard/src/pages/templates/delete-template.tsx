import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { useDeleteTemplate } from '../../api/templates.ts';
import { Confirm } from '../../shell/confirm.tsx';

export interface DeleteTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

/** Asks before a template goes. */
export function DeleteTemplate({ template, onClose }: DeleteTemplateProps) {
  const deletion = useDeleteTemplate();
  // Somebody saved it meanwhile: who confirms once more deletes what they were told of.
  const [revision, setRevision] = useState(template.revision);
  const confirm = () =>
    deletion.mutate(
      { id: template.id, revision },
      {
        onSuccess: () => {
          notifications.show({ message: `${template.name} was deleted` });
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
      Requests that name <code>{template.id}</code> are refused from then on, and its flow sends
      nothing any more. Messages that were sent stay in the list.
      {revision !== template.revision &&
        ` It is at revision ${revision} now: delete it all the same?`}
    </Confirm>
  );
}
