import { Alert, Anchor, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { errorAt } from '../../api/problem.ts';
import { useRenameTemplate } from '../../api/templates.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { ProblemAlert } from '../../parts/problem-alert.tsx';

interface RenameTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

/** Changes the name of a template. Its id stays. */
export function RenameTemplate({ template, onClose }: RenameTemplateProps) {
  const [name, setName] = useState(template.name);
  const renaming = useRenameTemplate(template.id);
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (renaming.isPending) return;
    if (name === template.name) return onClose();
    renaming.mutate(name, {
      onSuccess: (saved) => {
        notifications.show({ message: `${template.name} is now ${saved.name}` });
        onClose();
      },
    });
  };
  const refused = renaming.variables === name ? errorAt(renaming.error, '/name') : undefined;
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
      <form onSubmit={rename} noValidate>
        <Stack>
          <TextInput
            label="Name"
            description="For people only. The id stays, and the rename is a new revision."
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={(event) => event.currentTarget.select()}
            error={refused}
            data-autofocus
          />
          {renaming.error && !refused && (
            <ProblemAlert error={renaming.error} what="The template was not renamed" />
          )}
          <DialogFoot onCancel={onClose} loading={renaming.isPending}>
            Rename
          </DialogFoot>
        </Stack>
      </form>
    </Dialog>
  );
}
