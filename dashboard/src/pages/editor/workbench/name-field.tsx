import { ActionIcon, Popover, TextInput } from '@mantine/core';
import type { DraftStore } from '../../../draft/draft-store.ts';
import { IconPencil } from '../../../parts/icons.tsx';

interface NameFieldProps {
  store: DraftStore;
  name: string;
  /** Why the service does not accept the name. */
  error: string | undefined;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Renames the template, beside its title. */
export function NameField({ store, name, error, isOpen, onOpen }: NameFieldProps) {
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      position="bottom-start"
      width={340}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color={error === undefined ? 'gray' : 'red'}
          aria-label="Rename"
          onClick={() => onOpen(!isOpen)}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Rename">
        <TextInput
          label="Name"
          value={name}
          error={error}
          onChange={({ currentTarget: { value } }) =>
            store.dispatch({ kind: 'written', changes: { name: value } })
          }
          onKeyDown={(event) => {
            if (event.key === 'Enter') onOpen(false);
          }}
          data-autofocus
        />
      </Popover.Dropdown>
    </Popover>
  );
}
