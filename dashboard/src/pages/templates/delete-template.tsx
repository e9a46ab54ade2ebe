import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { useDeleteTemplate, useTemplatesChanged } from '../../api/templates.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { BringBack } from './bring-back.tsx';

interface DeleteTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

/** Asks before a template is deleted. */
export function DeleteTemplate({ template, onClose }: DeleteTemplateProps) {
  const deletion = useDeleteTemplate();
  const readAgain = useTemplatesChanged();
  // If another user saves the template meanwhile, the dialog names the newer revision and asks again.
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
            message: (
              <BringBack
                template={{ ...template, revision }}
                onDone={() => notifications.hide(notice)}
              />
            ),
            // The notice stays until the user closes it, because it asks for a decision.
            autoClose: false,
          });
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof ServiceProblem)) return;
          if (error.revision) setRevision(error.revision);
          // Another user has deleted it: the list is out of date.
          if (error.code === 'not_found') void readAgain();
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
      request={deletion}
    >
      {template.kind === 'partial' ? (
        'It is deleted only if no template takes it.'
      ) : (
        <>
          Requests that name <code>{template.id}</code> will be refused. Sent messages stay in the
          list.
        </>
      )}{' '}
      Its revisions are kept: “Deleted” in the list brings the {template.kind} back
      {template.draft ? ', but not its draft' : ''}.
      {revision !== template.revision &&
        ` Another user has saved revision ${revision} since you opened this list: delete the ${template.kind} anyway?`}
    </Confirm>
  );
}
