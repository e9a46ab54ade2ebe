import {
  Button,
  Group,
  Popover,
  Stack,
  Text,
  Textarea,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { maxNameCharacters } from '../../../../../shared/engine/limits.ts';
import { parseData } from '../../../draft/test-data.ts';
import { Copy } from '../../../parts/copy.tsx';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconTrash } from '../../../parts/icons.tsx';
import { useEditor } from '../use-editor.ts';
import { type DataSets, readSets, useDataSets } from './data-sets.ts';

/** Saves the test data under a name, and brings saved ones back. */
export function SetsMenu() {
  const { store, account, template } = useEditor();
  const [sets, setSets] = useDataSets(account.accountId, template.id);
  const [isOpen, setOpen] = useState(false);
  const [before, setBefore] = useState<string | null>(null);
  const show = (testData: string) => {
    setBefore(store.settled().draft.testData);
    store.dispatch({ kind: 'written', changes: { testData } });
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOpen(!isOpen)}>
          Sets
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Sets of test data" mah="60dvh" style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          <ul className="bare-list">
            {Object.entries(sets).map(([name, data]) => (
              <Group component="li" gap={0} wrap="nowrap" key={name}>
                <UnstyledButton
                  flex={1}
                  miw={0}
                  px="xs"
                  py="2xs"
                  bdrs="sm"
                  fz="sm"
                  className="data-set"
                  onClick={() => show(JSON.stringify(data, null, 2))}
                >
                  {name}
                </UnstyledButton>
                <IconButton
                  icon={IconTrash}
                  iconSize={15}
                  size={26}
                  label={`Delete the set ${name}`}
                  onClick={() => setSets(without(sets, name))}
                />
              </Group>
            ))}
          </ul>
          {before !== null && (
            <Button size="compact-sm" variant="default" onClick={() => show(before)}>
              Bring back the data before
            </Button>
          )}
          <NewSet sets={sets} onSets={setSets} />
          <Text size="xs" c="dimmed">
            Only this browser keeps the sets of this template. Other users do not see them.
          </Text>
          <SetsAsJson key={JSON.stringify(sets)} sets={sets} onSets={setSets} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function without(sets: DataSets, name: string): DataSets {
  const { [name]: _, ...others } = sets;
  return others;
}

interface SetsProps {
  sets: DataSets;
  onSets: (sets: DataSets) => void;
}

function NewSet({ sets, onSets }: SetsProps) {
  const { store } = useEditor();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseData(store.settled().draft.testData);
    if (name.trim() === '') return setProblem('Write a name, such as First order');
    if (!parsed.ok) return setProblem('The test data is not valid JSON');
    onSets({ ...sets, [name.trim()]: { ...parsed.data } });
    setName('');
    setProblem(null);
  };
  return (
    <form onSubmit={save} noValidate>
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <TextInput
          size="xs"
          flex={1}
          aria-label="Name of the set"
          placeholder="First order"
          maxLength={maxNameCharacters}
          value={name}
          error={problem}
          onChange={({ currentTarget: { value } }) => setName(value)}
        />
        <Button type="submit" size="xs" variant="default">
          {Object.hasOwn(sets, name.trim()) ? 'Replace' : 'Save as set'}
        </Button>
      </Group>
    </form>
  );
}

/** The sets as a text that can be taken to another browser. */
function SetsAsJson({ sets, onSets }: SetsProps) {
  const written = JSON.stringify(sets, null, 2);
  const [typed, setTyped] = useState(written);
  const read = readSets(typed);
  return (
    <details className="more">
      <summary>Copy or paste all sets</summary>
      <Stack gap="xs">
        <Textarea
          size="xs"
          rows={6}
          aria-label="All sets as JSON"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          error={read === null && 'Paste an object that has an object of test data by each name'}
        />
        <Group gap="xs">
          <Copy text={written} />
          {typed !== written && read !== null && (
            <Button size="compact-sm" onClick={() => onSets(read)}>
              Take these sets
            </Button>
          )}
        </Group>
      </Stack>
    </details>
  );
}
