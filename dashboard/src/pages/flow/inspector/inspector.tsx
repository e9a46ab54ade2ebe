import { Alert, Box, Button, Divider, Group, Stack, Text, Title } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { IconTrash } from '../../../parts/icons.tsx';
import { kindOf } from '../model/flow.ts';
import { deleteNode } from '../model/flow-changes.ts';
import { kindWords } from '../model/node-words.ts';
import { MarkBadge, NodeIcon } from '../node-state.tsx';
import { useFlow } from '../use-flow.ts';
import { Connections } from './connections.tsx';
import { NodeForm } from './node-form.tsx';
import { NodeText } from './rows.tsx';

/** The settings of the selected node. Escape moves the focus to the node itself. */
export function Inspector({ node, templateId }: { node: FlowNode; templateId: string }) {
  const { flow, focus, apply } = useFlow();
  const back = (event: KeyboardEvent) => {
    // If a list of suggestions is open, the first Escape closes it.
    const isOpen = event.target instanceof Element && event.target.ariaExpanded === 'true';
    if (event.key === 'Escape' && !isOpen) focus({ on: 'node', id: node.id });
  };
  return (
    <Stack gap="md" data-inspector={node.id} onKeyDownCapture={back}>
      <Heading node={node} />
      <NodeProblems id={node.id} />
      <NodeForm node={node} templateId={templateId} />
      <Divider />
      <Connections node={node} />
      <Divider />
      <NodeText
        node={node}
        field="name"
        label="Name"
        description={`For people only. Traces show the node’s id, ${node.id}.`}
        placeholder={node.label || kindWords[kindOf(node)].title}
      />
      {node.type !== 'template' && (
        <Group>
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => apply(deleteNode(flow, node.id))}
          >
            Delete node
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Heading({ node }: { node: FlowNode }) {
  const { titles, marks } = useFlow();
  const kind = kindOf(node);
  const mark = marks.get(node.id);
  return (
    <Box pe="2.25rem">
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
    </Box>
  );
}

/** The problems of the whole node; the fields show their own. */
function NodeProblems({ id }: { id: string }) {
  const { problems, failure } = useFlow();
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
