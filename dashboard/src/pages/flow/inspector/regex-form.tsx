import { Stack, TextInput } from '@mantine/core';
import { useProblemAt } from '../flow-facts.ts';
import type { RegexNode } from '../model/flow-graph.ts';
import { useFlowEditor } from '../use-flow-editor.ts';
import { NameInput } from './name-input.tsx';

export function RegexForm({ node }: { node: RegexNode }) {
  const { changeNode } = useFlowEditor();
  const at = useProblemAt(node.id);
  return (
    <Stack gap="md">
      <NameInput
        label="Field"
        description="The variable or delivery field that is looked at. A missing value fails."
        value={node.field}
        onChange={(field) => changeNode({ ...node, field }, 'field')}
        error={at('field')}
      />
      <TextInput
        label="Pattern"
        description="RE2 syntax, found anywhere in the value; ^ and $ tie it to the ends, as in ^[A-Z]{2}-[0-9]+$."
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={node.pattern}
        onChange={(event) => changeNode({ ...node, pattern: event.currentTarget.value }, 'pattern')}
        error={at('pattern')}
      />
      <TextInput
        label="Message"
        description="What the caller reads where the value does not match. Empty: a general sentence."
        value={node.message ?? ''}
        onChange={(event) => {
          const { message: _, ...rest } = node;
          const message = event.currentTarget.value;
          changeNode(message === '' ? rest : { ...rest, message }, 'message');
        }}
        error={at('message')}
      />
    </Stack>
  );
}
