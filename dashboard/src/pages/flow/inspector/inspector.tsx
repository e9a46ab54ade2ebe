import { Alert, Button, Divider, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useFlowFacts, useProblemAt } from '../flow-facts.ts';
import { type Draft, type DraftNode, kindOf } from '../model/flow-draft.ts';
import { kindWords } from '../model/node-words.ts';
import { NodeIcon } from '../node-icon.tsx';
import { MarkBadge } from '../node-state.tsx';
import { useFlowEditor } from '../use-flow-editor.ts';
import { Connections } from './connections.tsx';
import { NodeForm } from './node-form.tsx';

interface InspectorProps {
  node: DraftNode;
  draft: Draft;
  templateId: string;
}

/** The settings of the selected node. Escape leads back to the node itself. */
export function Inspector({ node, draft, templateId }: InspectorProps) {
  const { focus, remove } = useFlowEditor();
  const back = (event: KeyboardEvent) => {
    // The first Escape closes a list of suggestions.
    const isOpen = event.target instanceof Element && event.target.ariaExpanded === 'true';
    if (event.key === 'Escape' && !isOpen) focus({ on: 'node', id: node.id });
  };
  return (
    <Stack gap="md" data-inspector={node.id} onKeyDownCapture={back}>
      <Heading node={node} />
      <NodeProblems id={node.id} />
      <NodeForm node={node} templateId={templateId} />
      <Divider />
      <Connections node={node} draft={draft} />
      <Divider />
      <NameField node={node} />
      {node.type !== 'template' && (
        <Group>
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => remove(node.id)}
          >
            Delete node
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Heading({ node }: { node: DraftNode }) {
  const { titles } = useFlowEditor();
  const { marks } = useFlowFacts();
  const kind = kindOf(node);
  const mark = marks.get(node.id);
  return (
    <div className="flow-heading">
      <Group gap="xs" wrap="nowrap">
        <NodeIcon kind={kind} />
        <Title order={2} size="h5">
          {titles.get(node.id)}
        </Title>
        {mark && <MarkBadge mark={mark} />}
      </Group>
      <Text size="sm" c="dimmed" mt={4}>
        {kindWords[kind].does}
      </Text>
    </div>
  );
}

/** What is wrong with the node as a whole; the rest stands at its fields. */
function NodeProblems({ id }: { id: string }) {
  const { problems, failure } = useFlowFacts();
  const whole = problems.filter(({ node, field }) => node === id && field === '');
  return (
    <>
      {failure?.node === id && (
        <Alert color="red" p="xs" title="The test run ended here">
          {failure.text}
        </Alert>
      )}
      {whole.map(({ text }) => (
        <Alert key={text} color="red" p="xs">
          {text}
        </Alert>
      ))}
    </>
  );
}

function NameField({ node }: { node: DraftNode }) {
  const { changeNode } = useFlowEditor();
  const at = useProblemAt(node.id);
  return (
    <TextInput
      label="Name"
      description={`Only for people. Traces call this node by its id, ${node.id}.`}
      placeholder={node.label || kindWords[kindOf(node)].title}
      value={node.name ?? ''}
      onChange={(event) => {
        const { name: _, ...rest } = node;
        const name = event.currentTarget.value;
        changeNode((name === '' ? rest : { ...rest, name }) as DraftNode, 'name');
      }}
      error={at('name')}
    />
  );
}
