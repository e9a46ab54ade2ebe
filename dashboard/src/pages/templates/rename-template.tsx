import { Alert, Anchor, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useRenameTemplate } from '../../api/templates.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';

interface RenameTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

/** Changes the name of a template. Its id stays. */
export function RenameTemplate({ template, onClose }: RenameTemplateProps) {
  const renaming = useRenameTemplate(template.id);
  const { values, field } = useFields({ name: template.name }, renaming.error);
  const { name } = values;
  const rename = () => {
    if (name === template.name) return onClose();
    renaming.mutate(name, {
      onSuccess: (saved) => {
        notifications.show({ message: `${template.name} is now ${saved.name}` });
        onClose();
      },
    });
  };
  const title = `Rename ${template.name}`;
  if (template.draft) {
    return (
      <Dialog opened onClose={onClose} title={title}>
        <Alert color="yellow" title="The template has a draft">
          The draft has a name of its own.{' '}
          <Anchor component={Link} to={`/templates/${template.id}/draft`} inherit>
            Publish or drop the draft
          </Anchor>{' '}
          first.
        </Alert>
      </Dialog>
    );
  }
  return (
    <Dialog opened onClose={onClose} title={title}>
      <DialogForm
        request={renaming}
        fields={['name']}
        what="The template was not renamed"
        verb="Rename"
        onSubmit={rename}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description="For people only. The id stays, and the rename is a new revision."
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          {...field('name')}
        />
      </DialogForm>
    </Dialog>
  );
}
