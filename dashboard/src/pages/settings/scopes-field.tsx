import { Checkbox, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTemplates } from '../../api/templates.ts';
import { exactText } from '../../parts/exact-text.ts';
import { allOrSome, SegmentsField } from '../../parts/segments.tsx';
import { beginningsOf, type ScopeChoice } from './key-words.ts';

export const usual: ScopeChoice = {
  ...{ render: true, execute: true, verify: true, messages: false, templates: [] },
};

const uses = [
  { name: 'execute', label: 'Send mails', words: 'execute, batch and cancel' },
  {
    name: 'render',
    label: 'Render templates',
    words: 'render: the mail comes back, nothing is sent',
  },
  { name: 'verify', label: 'Verify addresses', words: 'verify' },
  {
    name: 'messages',
    label: 'Read messages',
    words: 'message: the state and the content of sent mails',
  },
] as const;

interface ScopesFieldProps {
  /** Null: what a key may use without scopes. */
  choice: ScopeChoice | null;
  onChoose: (choice: ScopeChoice | null) => void;
  isTest: boolean;
  error?: string | undefined;
}

export function ScopesField({ choice, onChoose, isTest, error }: ScopesFieldProps) {
  return (
    <>
      <SegmentsField
        label="May use"
        error={error}
        description={`All: send, render and verify with every template${isTest ? ', and read the messages of test keys' : ''}.`}
        of={allOrSome}
        value={choice === null ? 'all' : 'some'}
        onChange={(which) => onChoose(which === 'all' ? null : usual)}
      />
      {choice && (
        <Stack gap="xs">
          {uses.map(({ name, label, words }) => (
            <Checkbox
              key={name}
              label={label}
              description={words}
              checked={choice[name]}
              onChange={({ currentTarget: { checked } }) =>
                onChoose({ ...choice, [name]: checked })
              }
            />
          ))}
          {(choice.execute || choice.render) && (
            <TemplatePicker
              chosen={choice.templates}
              onChoose={(templates) => onChoose({ ...choice, templates })}
            />
          )}
        </Stack>
      )}
    </>
  );
}

interface TemplatePickerProps {
  chosen: readonly string[];
  onChoose: (templates: readonly string[]) => void;
}

/** How many templates the list shows at most: a search finds the others. */
const mostShown = 50;

/** Draws nothing before the templates are read, and without templates. */
function TemplatePicker({ chosen, onChoose }: TemplatePickerProps) {
  const [search, setSearch] = useState('');
  const labelId = useId();
  const { data } = useTemplates({ kind: 'template' });
  const ids = (data?.items ?? []).map(({ id }) => id);
  if (ids.length === 0) return null;
  const all = [...beginningsOf(ids), ...ids];
  const found = all.filter((id) => id.includes(search.trim().toLowerCase())).slice(0, mostShown);
  const rest = chosen.filter((id) => !found.includes(id));
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <Stack gap="2xs">
      <Text size="sm" fw={500} id={labelId}>
        Templates
      </Text>
      <Text size="xs" c="dimmed" aria-live="polite">
        {chosen.length === 0 ? 'None chosen: all templates.' : `Only ${chosen.join(', ')}.`}
      </Text>
      {all.length > 8 && (
        <TextInput
          aria-label="Find a template by its id"
          placeholder="Find by id"
          {...exactText}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      <Paper withBorder p="xs" mah="11rem" style={{ overflowY: 'auto' }}>
        <Stack gap="xs" role="group" aria-labelledby={labelId}>
          {[...rest, ...found].map((id) => (
            <Checkbox
              key={id}
              label={id}
              description={
                id.endsWith('*') ? 'Every id that begins so, also of later templates' : undefined
              }
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </Stack>
      </Paper>
    </Stack>
  );
}
