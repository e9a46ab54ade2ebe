import { Group, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Sender } from '../../../../functions/manage/contracts/sending.ts';
import type { TemplateSummary } from '../../../../functions/manage/contracts/templates.ts';
import { useMay } from '../../api/account.ts';
import { useSenders } from '../../api/sending.ts';
import {
  useCreateTemplate,
  useDuplicateTemplate,
  useIsDirect,
  useRenameTemplate,
} from '../../api/template-changes.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogForm, useFields } from '../../parts/dialog-form.tsx';
import { Quiet } from '../../parts/looks.tsx';
import PauseDialog from '../../parts/pause-dialog.tsx';
import { DeleteTemplate, type OfTemplate } from './delete-template.tsx';
import { StarterPicture } from './first-template.tsx';
import { type NameAndId, NewTemplateForm } from './new-template-form.tsx';
import { copyOf } from './propose-id.ts';
import { mailsWith, others, type Starter, starterOf } from './starters.ts';

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

function NewTemplateDialog({ begin, onClose }: { begin: Starter['value']; onClose: () => void }) {
  const [value, setValue] = useState<string>(begin);
  const [search, setSearch] = useState('');
  const starter = starterOf(value);
  const { kind = 'template' } = starter.content;
  const creation = useCreateTemplate();
  const senders = useSenders();
  const found = mailsWith(search);
  const mayPublish = useMay('publish');
  const isDirect = useIsDirect();
  const navigate = useNavigate();
  return (
    <Dialog opened onClose={onClose} title="New template" size="lg">
      <NewTemplateForm
        kind={kind}
        name={starter.name}
        focus="name"
        verb="Create"
        creation={{
          ...creation,
          isPending: creation.isPending || senders.isPending,
          mutate: (wanted: NameAndId, then) => {
            const flow = kind === 'partial' ? null : sendingFlow(senders.data ?? []);
            creation.mutate({ ...wanted, ...starter.content, flow }, then);
          },
        }}
        onCreated={({ id }) => void navigate(`/templates/${id}`)}
        onCancel={onClose}
      >
        {isDirect || (
          <Quiet>
            It begins as a draft.{' '}
            {mayPublish
              ? 'Another person approves it before it is published.'
              : 'A publisher or an admin publishes it.'}
          </Quiet>
        )}
        <Radio.Group label="Begin with" value={value} onChange={setValue}>
          <Stack gap="xs" mt={6}>
            <TextInput
              aria-label="Find a mail to begin with"
              placeholder="Find, such as password or order"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              // Enter would create the template.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            {found.length === 0 && <Quiet>No mail has these words. Begin with a blank one.</Quiet>}
            <SimpleGrid cols={{ base: 2, xs: 4 }} spacing="sm" className="starters">
              {found.map((mail) => (
                <Radio.Card
                  key={mail.value}
                  value={mail.value}
                  className="starter"
                  aria-label={mail.label}
                  title={mail.description}
                >
                  <StarterPicture starter={mail} />
                  <Group gap={8} p="xs" wrap="nowrap">
                    <Radio.Indicator size="xs" />
                    <Text size="xs" fw={600} truncate>
                      {mail.label}
                    </Text>
                  </Group>
                </Radio.Card>
              ))}
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
              {others.map(({ value: each, label, description }) => (
                <Radio key={each} value={each} label={label} description={description} />
              ))}
            </SimpleGrid>
          </Stack>
        </Radio.Group>
      </NewTemplateForm>
    </Dialog>
  );
}

/** Copies everything but the stored draft. */
function DuplicateTemplate({ template, onClose }: OfTemplate) {
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
        <Quiet>
          {kind === 'partial'
            ? 'The copy has the content and the test data of revision '
            : 'The copy has the content, languages, layout, flow and test data of revision '}
          {template.revision}
          {draft ? ', and nothing of the draft.' : '.'}
        </Quiet>
      </NewTemplateForm>
    </Dialog>
  );
}

function RenameTemplate({ template, onClose }: { template: TemplateSummary; onClose: () => void }) {
  const renaming = useRenameTemplate(template.id);
  const tagsBefore = template.tags.join(', ');
  const { values, field } = useFields({ name: template.name, tags: tagsBefore }, renaming.error);
  const { name } = values;
  const rename = () => {
    if (name === template.name && values.tags === tagsBefore) return onClose();
    const tags = values.tags.split(',').flatMap((tag) => tag.trim() || []);
    renaming.mutate(
      { name, tags },
      {
        onSuccess: (saved) => {
          const isRenamed = saved.name !== template.name;
          notifications.show({
            message: isRenamed ? `${template.name} is now ${saved.name}` : `${name} has new tags`,
          });
          onClose();
        },
      },
    );
  };
  const ofDraft = template.draft ? ' The draft keeps its own.' : '';
  return (
    <Dialog opened onClose={onClose} title={`Name and tags of ${template.name}`}>
      <DialogForm
        request={renaming}
        fields={['name', 'tags']}
        what="The template was not changed"
        verb="Save"
        onSubmit={rename}
        onCancel={onClose}
      >
        <TextInput
          label="Name"
          description={`For people only. The id stays, and the change is a new revision.${ofDraft}`}
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
          {...field('name')}
        />
        <TextInput
          label="Tags"
          description="Words with commas between, such as billing, weekly. They sort templates into groups."
          autoComplete="off"
          {...field('tags')}
        />
      </DialogForm>
    </Dialog>
  );
}

/** The sender of a new flow: the first verified one, else the first. A domain sends as `hello@`. */
function firstSender(senders: readonly Sender[]): string {
  const named = senders.filter(({ identity }) => identity !== '*');
  const { identity } = named.find(({ status }) => status === 'verified') ?? named[0] ?? {};
  // A local run accepts every sender; its inbox has this domain.
  if (identity === undefined) return `hello@${senders.length > 0 ? 'inbox.' : ''}example.com`;
  return identity.includes('@') ? identity : `hello@${identity}`;
}

/** The flow of a new template: the mail, and “Send with SES”. */
const sendingFlow = (senders: readonly Sender[]) => ({
  nodes: [
    { id: 'mail', type: 'template' },
    { id: 'send', type: 'provider', provider: 'ses', from: firstSender(senders) },
  ],
  edges: [{ from: 'mail', to: 'send' }],
});
