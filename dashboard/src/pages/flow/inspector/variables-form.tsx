import { Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useProblemAt } from '../flow-facts.ts';
import type { DraftDefault, DraftVariable, DraftVariables } from '../model/flow-draft.ts';
import { useFlowEditor } from '../use-flow-editor.ts';
import { NameInput } from './name-input.tsx';
import { Rows } from './rows.tsx';

export function VariablesForm({ node }: { node: DraftVariables }) {
  const { changeNode } = useFlowEditor();
  const at = useProblemAt(node.id);
  const { variables } = node;
  const write = (next: DraftVariable[], field: string) =>
    changeNode({ ...node, variables: next }, field);
  const writeOne = (index: number, variable: DraftVariable, field: string) =>
    write(variables.with(index, variable), `variables/${index}/${field}`);
  return (
    <Rows
      label="Variables"
      description="A default is used where the caller gives nothing or null; it comes before a default in the template."
      error={at('variables')}
      what="variable"
      count={variables.length}
      onAdd={() => write([...variables, { name: '', default: { as: 'none' } }], 'variables/add')}
      onRemove={(index) => write(variables.toSpliced(index, 1), 'variables/remove')}
      row={(index) => {
        const variable = variables[index] ?? { name: '', default: { as: 'none' } as const };
        return (
          <>
            <NameInput
              onlyVariables
              aria-label={`Name of variable ${index + 1}`}
              value={variable.name}
              onChange={(name) => writeOne(index, { ...variable, name }, 'name')}
              error={at(`variables/${index}/name`)}
            />
            <DefaultInput
              of={variable.name || `variable ${index + 1}`}
              value={variable.default}
              onChange={(value) => writeOne(index, { ...variable, default: value }, 'default')}
              error={at(`variables/${index}/default`)}
            />
          </>
        );
      }}
    />
  );
}

interface DefaultInputProps {
  of: string;
  value: DraftDefault;
  onChange: (value: DraftDefault) => void;
  error: string | undefined;
}

const kinds = [
  { value: 'none', label: 'No default' },
  { value: 'text', label: 'Text' },
  { value: 'json', label: 'JSON' },
];

/** A default is a text, or any JSON: a number, `true`, a list for a section. */
function DefaultInput({ of, value, onChange, error }: DefaultInputProps) {
  const text = value.as === 'none' ? '' : value.text;
  const choose = (kind: string) => {
    if (kind === 'text' || kind === 'json') onChange({ as: kind, text });
    else onChange({ as: 'none' });
  };
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NativeSelect
        w={136}
        flex="none"
        aria-label={`Default of ${of}`}
        data={kinds}
        value={value.as}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {value.as === 'text' && (
        <TextInput
          flex={1}
          miw={0}
          aria-label={`Default text of ${of}`}
          value={text}
          onChange={(event) => onChange({ as: 'text', text: event.currentTarget.value })}
          error={error}
        />
      )}
      {value.as === 'json' && (
        <Textarea
          flex={1}
          miw={0}
          autosize
          minRows={1}
          maxRows={8}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          aria-label={`Default JSON of ${of}`}
          placeholder="7, true or [1, 2]"
          spellCheck={false}
          value={text}
          onChange={(event) => onChange({ as: 'json', text: event.currentTarget.value })}
          error={error}
        />
      )}
    </Group>
  );
}
