import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { ServiceProblem } from '../../api/problem.ts';
import { useDeleteTemplate, useTemplatesChanged, useUndelete } from '../../api/templates.ts';
import { Confirm } from '../../parts/confirm.tsx';

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
          Requests that name <code>{template.id}</code> will be refused. Sent messages stay in the
          list.
        </>
      )}{' '}
      Its revisions are kept: “Deleted” in the list brings the {template.kind} back
      {template.draft ? ', but not its draft' : ''}.
    </Confirm>
  );
}

interface BringBackProps {
  template: Pick<TemplateSummary, 'id' | 'name' | 'revision'>;
  onDone?: () => void;
}

export function BringBack({ template: { id, name, revision }, onDone }: BringBackProps) {
  const undeletion = useUndelete();
  const readAgain = useTemplatesChanged();
  // `mutate` calls no callbacks after the row has left the list. A promise still settles then.
  const bringBack = () =>
    undeletion.mutateAsync({ id, revision }).then(
      () => {
        notifications.show({ message: `${name} is back` });
        onDone?.();
      },
      (error: Error) => {
        notifications.show({
          color: 'red',
          title: `${name} was not brought back`,
          message: error.message,
        });
        // Another user was faster: the list is out of date.
        if (error instanceof ServiceProblem && error.code === 'stale') void readAgain();
      },
    );
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={`Bring back ${name}`}
      onClick={() => void bringBack()}
      loading={undeletion.isPending}
    >
      Bring back
    </Button>
  );
}
