import { ActionIcon, Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { IconChevronDown, IconDeviceFloppy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { maxNoteCharacters } from '../../../shared/engine/limits.ts';

interface SaveButtonProps {
  save: (note?: string) => Promise<boolean>;
  isSaving: boolean;
  isChanged: boolean;
}

/** Saves the draft; its menu asks for a note about the new revision first. */
export function SaveButton({ save, isSaving, isChanged }: SaveButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOpen(false);
    // A refused save keeps the note for the next try.
    if (await save(note)) setNote('');
  };
  return (
    <Group gap={1} wrap="nowrap">
      <Button
        leftSection={<IconDeviceFloppy size={16} aria-hidden />}
        onClick={() => void save()}
        loading={isSaving}
        disabled={!isChanged}
        aria-keyshortcuts="Control+S Meta+S"
      >
        Save
      </Button>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus>
        <Popover.Target>
          <ActionIcon
            size={36}
            aria-label="Save with a note"
            disabled={!isChanged || isSaving}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Save with a note">
          <form onSubmit={(event) => void submit(event)}>
            <Stack gap="sm">
              <TextInput
                label="Note"
                description={`What you changed, for the list of revisions. At most ${maxNoteCharacters} characters.`}
                value={note}
                maxLength={maxNoteCharacters}
                onChange={(event) => setNote(event.currentTarget.value)}
                data-autofocus
              />
              <Button type="submit" style={{ alignSelf: 'flex-end' }}>
                Save with this note
              </Button>
            </Stack>
          </form>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
