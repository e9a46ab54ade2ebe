import { notifications } from '@mantine/notifications';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useDeleteTemplate } from '../../api/template-changes.ts';
import { useTemplatesChanged } from '../../api/templates.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { BringBack } from './bring-back.tsx';

export interface OfTemplate {
  template: TemplateSummary;
  onClose: () => void;
}

export function DeleteTemplate({ template, onClose }: OfTemplate) {
  const deletion = useDeleteTemplate();
  const readAgain = useTemplatesChanged();
  const confirm = () =>
    deletion.mutate(template, {
      onSuccess: () => {
        const notice = `deleted-${template.id}`;
        notifications.show({
          id: notice,
          title: `${template.name} was deleted`,
          message: <BringBack template={template} onDone={() => notifications.hide(notice)} />,
          // The notice stays until the user closes it, because it asks for a decision.
          autoClose: false,
        });
        onClose();
      },
      // Another user may have saved or deleted it: the list is out of date.
      onError: () => void readAgain(),
    });
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
          It is deleted only if no other template branches to it. Requests that name{' '}
          <code>{template.id}</code> will be refused. Sent messages stay in the list.
        </>
      )}{' '}
      Its revisions are kept: “Deleted” in the list brings the {template.kind} back
      {template.draft ? ', but not its draft' : ''}.
    </Confirm>
  );
}
