import { Popover, TextInput } from '@mantine/core';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconPencil } from '../../../parts/icons.tsx';
import { useEditor } from '../use-editor.ts';

export function NameField() {
  const { store, draft, problems, isRenaming, setRenaming } = useEditor();
  const error = problems.find(({ part }) => part === 'name')?.detail;
  return (
    <Popover
      opened={isRenaming}
      onChange={setRenaming}
      position="bottom-start"
      width={340}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <IconButton
          icon={IconPencil}
          iconSize={18}
          color={error === undefined ? 'gray' : 'red'}
          label="Rename"
          onClick={() => setRenaming(!isRenaming)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label="Rename">
        <TextInput
          label="Name"
          value={draft.name}
          error={error}
          onChange={({ currentTarget: { value } }) =>
            store.dispatch({ kind: 'written', changes: { name: value } })
          }
          onKeyDown={(event) => {
            if (event.key === 'Enter') setRenaming(false);
          }}
          data-autofocus
        />
      </Popover.Dropdown>
    </Popover>
  );
}
