import { ActionIcon, Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { maxNoteCharacters } from '../../../shared/engine/limits.ts';
import { useAccount } from '../api/account.ts';
import { IconChevronDown, IconDeviceFloppy } from '../parts/icons.tsx';
import { laterAlone } from '../parts/later.tsx';
import { PlainButton } from '../parts/looks.tsx';
import { Allowed } from '../parts/may.tsx';
import { isStale, staleWords } from '../parts/stored-draft-words.tsx';
import { draftOf } from './draft.ts';
import { templatePath } from './template-header.tsx';
import type { TemplateDraft } from './use-template-draft.ts';

export const PublishSheet = laterAlone(() => import('./publish-sheet.tsx'));

export function SaveDraftButton({ work }: { work: TemplateDraft }) {
  const { drafting, isUnsaved, isChanged, template } = work;
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const isSaving = drafting.state.kind === 'saving';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    // A refused save keeps the note for the next try.
    if (await drafting.save(note)) setNote('');
  };
  return (
    <Group gap={1} wrap="nowrap">
      <Allowed to="write">
        <PlainButton
          icon={IconDeviceFloppy}
          onClick={() => void drafting.save()}
          disabled={!isUnsaved || isSaving}
          aria-keyshortcuts="Control+S Meta+S"
        >
          Save draft
        </PlainButton>
      </Allowed>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus>
        <Popover.Target>
          <ActionIcon
            size={36}
            variant="default"
            aria-label="Save draft with a note"
            disabled={!isChanged || !drafting.isAllowed}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Save draft with a note">
          <form onSubmit={(event) => void submit(event)}>
            <Stack gap="sm">
              <TextInput
                label="Note"
                description={`What you changed, or what the draft waits for. At most ${maxNoteCharacters} characters.`}
                placeholder={template.draft?.note ?? undefined}
                value={note}
                maxLength={maxNoteCharacters}
                onChange={(event) => setNote(event.currentTarget.value)}
                data-autofocus
              />
              <Button type="submit" style={{ alignSelf: 'flex-end' }}>
                Save draft with this note
              </Button>
            </Stack>
          </form>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

type PublishButtonProps = { work: TemplateDraft; isOpen: boolean; onOpen: (is: boolean) => void };

/** Where a change needs an approval, it leads to the page of the draft instead, which is approved and published there. */
export function PublishButton({ work, isOpen, onOpen }: PublishButtonProps) {
  const { data: account } = useAccount();
  const isApproved = account !== undefined && account.approvals > 0;
  const navigate = useNavigate();
  const isDisabled = !work.isChanged && work.state.revision > 0;
  const toDraft = async () => {
    if (await work.drafting.save()) await navigate(`${templatePath(work.template.id)}/draft`);
  };
  return (
    <>
      {/* It keeps the focus when its sheet has published: a disabled button would lose it. */}
      <Allowed to={isApproved ? 'write' : 'publish'}>
        <Button
          onClick={() => isDisabled || (isApproved ? void toDraft() : onOpen(true))}
          aria-disabled={isDisabled}
          data-disabled={isDisabled || undefined}
        >
          {isApproved ? 'Get approval…' : 'Publish…'}
        </Button>
      </Allowed>
      {isOpen && <WrittenSheet work={work} onClose={() => onOpen(false)} />}
    </>
  );
}

/** Publishes what the author writes, as it is when the sheet opens. */
function WrittenSheet({ work, onClose }: { work: TemplateDraft; onClose: () => void }) {
  const { template, store, saving, publish } = work;
  const [content] = useState(() => store.settled().draft);
  const key = useMemo(() => crypto.randomUUID(), []);
  const { draft, revision } = template;
  const { stored } = store.current();
  const before = useMemo(() => draftOf(template), [template]);
  return (
    <PublishSheet
      {...{ template, onClose }}
      title={`Publish ${template.name}?`}
      before={{ name: `Now: revision ${revision}`, key: `${revision}`, content: before }}
      after={{ name: 'After: yours', key, content }}
      note={(stored && draft?.note) ?? ''}
      warning={warningOf(work)}
      request={{ isPending: saving.state.kind === 'saving' }}
      onPublish={(note) => void publish(note).then(onClose)}
    />
  );
}

function warningOf({ template: { draft, revision }, isBesideDraft, state }: TemplateDraft) {
  if (draft === null) return undefined;
  if (isBesideDraft) {
    return `The draft that this template has stays as it is: made from revision ${draft.from}, and stale from now on.`;
  }
  if (state.stored === null || !isStale(draft, revision)) return undefined;
  return `${staleWords(draft, revision)} Compare the two below.`;
}
