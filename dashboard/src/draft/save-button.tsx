import {
  ActionIcon,
  Button,
  type ButtonProps,
  Group,
  Popover,
  Stack,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { maxNoteCharacters } from '../../../shared/engine/limits.ts';
import { IconChevronDown } from '../parts/icons.tsx';

interface SaveButtonProps extends Pick<ButtonProps, 'variant' | 'leftSection'> {
  /** What the button does: “Save”. */
  label: string;
  /** Returns true if it was saved. */
  save: (note?: string) => Promise<boolean>;
  isSaving: boolean;
  isChanged: boolean;
  'aria-keyshortcuts'?: string;
}

export function SaveButton({ label, save, isSaving, isChanged, ...look }: SaveButtonProps) {
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
      <Button {...look} onClick={() => void save()} loading={isSaving} disabled={!isChanged}>
        {label}
      </Button>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus>
        <Popover.Target>
          <ActionIcon
            size={36}
            variant={look.variant}
            aria-label={`${label} with a note`}
            disabled={!isChanged || isSaving}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={`${label} with a note`}>
          <form onSubmit={(event) => void submit(event)}>
            <Stack gap="sm">
              <TextInput
                label="Note"
                description={`What you changed. At most ${maxNoteCharacters} characters.`}
                value={note}
                maxLength={maxNoteCharacters}
                onChange={(event) => setNote(event.currentTarget.value)}
                data-autofocus
              />
              <Button type="submit" style={{ alignSelf: 'flex-end' }}>
                {label} with this note
              </Button>
            </Stack>
          </form>
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}
