import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { readJson } from '../../../draft/test-data.ts';
import { JsonField } from '../../../parts/json-field.tsx';
import type { NodeOf } from '../model/flow.ts';
import { useFlow, useProblemAt } from '../use-flow.ts';
import { NameInput, Rows } from './rows.tsx';

export function VariablesForm({ node }: { node: NodeOf<'variables'> }) {
  const { change, names } = useFlow();
  const at = useProblemAt(node.id);
  return (
    <Rows
      label="Variables"
      description="A default is used if the caller gives no value or null. It overrides a default in the template."
      error={at('variables')}
      what="variable"
      items={node.variables}
      blank={{ name: '' }}
      onChange={(variables, changed) => change({ ...node, variables }, `variables/${changed}`)}
      row={(variable, index, write) => (
        <>
          <NameInput
            data={names.filter((name) => !name.startsWith('_'))}
            aria-label={`Name of variable ${index + 1}`}
            value={variable.name}
            onChange={(name) => write({ ...variable, name }, 'name')}
            error={at(`variables/${index}/name`)}
          />
          <DefaultInput
            of={variable.name || `variable ${index + 1}`}
            value={variable.default}
            onChange={(value) => {
              const { name } = variable;
              write(value === undefined ? { name } : { name, default: value }, 'default');
            }}
            error={at(`variables/${index}/default`)}
          />
        </>
      )}
    />
  );
}

interface DefaultInputProps {
  of: string;
  value: unknown;
  onChange: (value: unknown) => void;
  error: string | undefined;
}

const kinds = [
  { value: 'none', label: 'No default' },
  { value: 'text', label: 'Text' },
  { value: 'json', label: 'JSON' },
];

function kindOf(value: unknown): string {
  if (value === undefined) return 'none';
  return typeof value === 'string' ? 'text' : 'json';
}

/** A text, or any JSON such as a number, `true`, or a list for a section. */
function DefaultInput({ of, value, onChange, error }: DefaultInputProps) {
  /** As the author typed it. While it is unfinished, the flow keeps the previous default. */
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null);
  const own = typed?.value === value ? typed?.text : undefined;
  const kind = own === undefined ? kindOf(value) : 'json';
  const text = own ?? (kind === 'json' ? JSON.stringify(value) : String(value ?? ''));
  const writeJson = (next: string) => {
    const read = readJson(next);
    setTyped({ text: next, value: read ? read.json : value });
    if (read) onChange(read.json);
  };
  const choose = (next: string) => {
    setTyped(null);
    if (next === 'json') writeJson(text);
    else onChange(next === 'text' ? text : undefined);
  };
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NativeSelect
        w={136}
        flex="none"
        aria-label={`Default of ${of}`}
        data={kinds}
        value={kind}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {kind === 'text' && (
        <TextInput
          flex={1}
          miw={0}
          aria-label={`Default text of ${of}`}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          error={error}
        />
      )}
      {kind === 'json' && (
        <JsonField
          flex={1}
          miw={0}
          minRows={1}
          maxRows={8}
          aria-label={`Default JSON of ${of}`}
          placeholder="7, true or [1, 2]"
          value={text}
          onChange={(event) => writeJson(event.currentTarget.value)}
          error={readJson(text) ? error : 'This is not valid JSON'}
        />
      )}
    </Group>
  );
}
