import { Alert, Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useCreateTemplate, useDuplicateTemplate, useRenameTemplate } from '../../api/templates.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { PauseDialog } from '../../parts/pause-dialog.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { type NameAndId, NewTemplateForm } from './new-template-form.tsx';
import { copyOf } from './propose-id.ts';
import { StarterPicture } from './starter-picture.tsx';
import { mails, others, type Starter, starters } from './starters.ts';

export type TemplateDialog =
  | { name: 'new'; begin: Starter['value'] }
  | { name: 'duplicate' | 'rename' | 'pause' | 'delete'; template: TemplateSummary };

interface TemplateDialogsProps {
  dialog: TemplateDialog;
  onClose: () => void;
}

export default function TemplateDialogs({ dialog, onClose }: TemplateDialogsProps) {
  if (dialog.name === 'new') return <NewTemplateDialog begin={dialog.begin} onClose={onClose} />;
  const { name, template } = dialog;
  if (name === 'pause') {
    return <PauseDialog target={{ ...template, kind: 'template' }} onClose={onClose} />;
  }
  const Dialog = { duplicate: DuplicateTemplate, rename: RenameTemplate, delete: DeleteTemplate }[
    name
  ];
  return <Dialog template={template} onClose={onClose} />;
}

interface NewTemplateDialogProps {
  begin: Starter['value'];
  onClose: () => void;
}

function NewTemplateDialog({ begin, onClose }: NewTemplateDialogProps) {
  const [value, setValue] = useState<string>(begin);
  const starter = starters.find((each) => each.value === value) ?? starters[0];
  const creation = useCreateTemplate();
  const navigate = useNavigate();
  return (
    <Dialog opened onClose={onClose} title="New template" size="lg">
      <NewTemplateForm
        kind={starter.content.kind ?? 'template'}
        name={starter.name}
        focus="name"
        verb="Create"
        creation={{
          ...creation,
          mutate: (wanted: NameAndId, then) =>
            creation.mutate({ ...wanted, ...starter.content }, then),
        }}
        onCreated={({ id }) => void navigate(`/templates/${id}`)}
        onCancel={onClose}
      >
        <Radio.Group label="Begin with" value={value} onChange={setValue}>
          <Stack gap="xs" mt={6}>
            <SimpleGrid cols={3} spacing="sm">
              {mails.map((mail) => (
                <Radio.Card
                  key={mail.value}
                  value={mail.value}
                  className="starter"
                  aria-label={mail.label}
                >
                  <StarterPicture starter={mail} />
                  <Group gap={8} p="xs" wrap="nowrap">
                    <Radio.Indicator size="xs" visibleFrom="xs" />
                    <Text size="sm" fw={600}>
                      {mail.label}
                    </Text>
                  </Group>
                </Radio.Card>
              ))}
            </SimpleGrid>
            {others.map(({ value: each, label, description }) => (
              <Radio key={each} value={each} label={label} description={description} />
            ))}
          </Stack>
        </Radio.Group>
      </NewTemplateForm>
    </Dialog>
  );
}

interface DuplicateTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

/** Copies everything but the stored draft. */
function DuplicateTemplate({ template, onClose }: DuplicateTemplateProps) {
  const { id, name, kind, draft } = template;
  const navigate = useNavigate();
  return (
    <Dialog opened onClose={onClose} title={`Duplicate ${name}`}>
      <NewTemplateForm
        kind={kind}
        {...copyOf({ id, name })}
        focus="id"
        verb="Duplicate"
        creation={useDuplicateTemplate(id)}
        onCreated={(created) => void navigate(`/templates/${created.id}`)}
        onCancel={onClose}
      >
        <Text size="sm" c="dimmed">
          {kind === 'partial'
            ? 'The copy has the content and the test data of revision '
            : 'The copy has the content, languages, layout, flow and test data of revision '}
          {template.revision}
          {draft ? ', and nothing of the draft.' : '.'}
        </Text>
      </NewTemplateForm>
    </Dialog>
  );
}

interface RenameTemplateProps {
  template: TemplateSummary;
  onClose: () => void;
}

function RenameTemplate({ template, onClose }: RenameTemplateProps) {
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
          <PageLink to={`/templates/${template.id}/draft`} inherit>
            Publish or drop the draft
          </PageLink>{' '}
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
