import { Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import * as z from 'zod/mini';
import { maxNameCharacters } from '../../../../../shared/engine/limits.ts';
import { parseData, readJson } from '../../../draft/test-data.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconTrash } from '../../../parts/icons.tsx';
import { SmallButton, TinyButton } from '../../../parts/looks.tsx';
import { useEditor } from '../use-editor.ts';

const dataSets = z.record(z.string(), z.record(z.string(), z.unknown()));

type DataSets = z.output<typeof dataSets>;

export default function SetsMenu() {
  const { store, account, template } = useEditor();
  const [sets, setSets] = useLocalStorage<DataSets>({
    key: `postrider-data-sets:${account.accountId}:${template.id}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: (stored) => dataSets.safeParse(readJson(stored ?? '{}')?.json).data ?? {},
  });
  const [isOpen, setOpen] = useState(false);
  const [before, setBefore] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const show = (testData: string) => {
    setBefore(store.settled().draft.testData);
    store.dispatch({ kind: 'written', changes: { testData } });
    setOpen(false);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseData(store.settled().draft.testData);
    if (name.trim() === '') return setProblem('Write a name, such as First order');
    if (!parsed.ok) return setProblem('The test data is not valid JSON');
    setSets({ ...sets, [name.trim()]: { ...parsed.data } });
    setName('');
    setProblem(null);
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
            {Object.entries(sets).map(([of, data]) => (
              <Group component="li" gap={0} wrap="nowrap" key={of}>
                <UnstyledButton
                  flex={1}
                  miw={0}
                  px="xs"
                  py="2xs"
                  bdrs="sm"
                  fz="sm"
                  className="data-set copyable"
                  onClick={() => show(JSON.stringify(data, null, 2))}
                >
                  {of}
                </UnstyledButton>
                <IconButton
                  icon={IconTrash}
                  iconSize={15}
                  size={26}
                  label={`Delete the set ${of}`}
                  onClick={() => setSets(({ [of]: _, ...others }) => others)}
                />
              </Group>
            ))}
          </ul>
          {before !== null && (
            <TinyButton onClick={() => show(before)}>Bring back the data before</TinyButton>
          )}
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
              <SmallButton type="submit">
                {Object.hasOwn(sets, name.trim()) ? 'Replace' : 'Save as set'}
              </SmallButton>
            </Group>
          </form>
          <Text size="xs" c="dimmed">
            Only this browser keeps the sets of this template. Other users do not see them.
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
