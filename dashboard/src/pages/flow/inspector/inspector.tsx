import { Alert, Box, Divider, Group, Input, Select, Stack, Title } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { FlowEdge, FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconTrash, IconX } from '../../../parts/icons.tsx';
import { MainButton, Quiet } from '../../../parts/looks.tsx';
import { PageLink } from '../../../parts/name.tsx';
import { isOutput, kindOf } from '../model/flow.ts';
import { connect, deleteNode, disconnect } from '../model/flow-changes.ts';
import { kindWords } from '../model/node-words.ts';
import { MarkBadge, NodeIcon, NodeLink } from '../node-state.tsx';
import { useFlow } from '../use-flow.ts';
import { NodeForm, OutputSwitch } from './node-form.tsx';
import { NodeText } from './rows.tsx';

/** Escape moves the focus to the node itself. */
export function Inspector({ node, templateId }: { node: FlowNode; templateId: string }) {
  const { flow, titles, marks, focus, apply } = useFlow();
  const kind = kindOf(node);
  const mark = marks.get(node.id);
  const back = (event: KeyboardEvent) => {
    // If a list of suggestions is open, the first Escape closes it.
    const isOpen = event.target instanceof Element && event.target.ariaExpanded === 'true';
    if (event.key === 'Escape' && !isOpen) focus({ on: 'node', id: node.id });
  };
  return (
    <Stack gap="md" data-inspector={node.id} onKeyDownCapture={back}>
      <Box pe="2.25rem">
        <Group gap="xs" wrap="nowrap">
          <NodeIcon kind={kind} />
          <Title order={2} size="h5">
            {titles.get(node.id)}
          </Title>
          {mark && <MarkBadge mark={mark} />}
        </Group>
        <Quiet mt={4}>{kindWords[kind].does}</Quiet>
      </Box>
      <NodeProblems id={node.id} />
      <NodeForm node={node} templateId={templateId} />
      {isOutput(node) && <OutputSwitch node={node} />}
      <Divider />
      <Connections node={node} />
      <Divider />
      <NodeText
        node={node}
        field="name"
        label="Name"
        description={`For people only. Traces show the node’s id, ${node.id}.`}
        placeholder={node.label || kindWords[kind].title}
      />
      {node.type !== 'template' && (
        <Group>
          <MainButton
            variant="light"
            color="red"
            icon={IconTrash}
            onClick={() => apply(deleteNode(flow, node.id))}
          >
            Delete node
          </MainButton>
        </Group>
      )}
    </Stack>
  );
}

function NodeProblems({ id }: { id: string }) {
  const { problems, failure, unverified } = useFlow();
  const why = unverified.get(id);
  const whole = problems.filter(({ node, field }) => node === id && field === '');
  return (
    <>
      {failure?.node === id && (
        <Alert color="red" p="xs" title="The test run ended here">
          {failure.text}
        </Alert>
      )}
      {why && (
        <Alert color="yellow" p="xs">
          {why} <PageLink to="/settings/senders">Senders</PageLink> says what to do.
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

/** An impossible choice says why. */
function Connections({ node }: { node: FlowNode }) {
  const { flow, titles, apply } = useFlow();
  const into = flow.edges.filter(({ to }) => to === node.id);
  const out = flow.edges.filter(({ from }) => from === node.id);
  const others = flow.nodes.filter(({ id }) => id !== node.id && out.every(({ to }) => to !== id));
  return (
    <Stack gap="sm">
      {isOutput(node) ? (
        <Quiet>This node ends the flow.</Quiet>
      ) : (
        <Select
          label="Connect to"
          description={out.length === 0 ? 'This node leads nowhere yet.' : undefined}
          placeholder="Choose the next node"
          data={others.map(({ id }) => ({ value: id, label: titles.get(id) ?? id }))}
          value={null}
          onChange={(to) => to !== null && apply(connect(flow, { from: node.id, to }))}
          nothingFoundMessage="There is no other node"
          data-connect-to
        />
      )}
      <Edges label="Leads to" edges={out} end="to" />
      <Edges label="Comes after" edges={into} end="from" />
    </Stack>
  );
}

/** `end`: the other node's end of the edges. */
function Edges(props: { label: string; edges: readonly FlowEdge[]; end: 'from' | 'to' }) {
  const { label, edges, end } = props;
  const { flow, titles, open, apply } = useFlow();
  if (edges.length === 0) return null;
  return (
    <div>
      <Input.Label component="div" mb={4}>
        {label}
      </Input.Label>
      <Stack gap={4}>
        {edges.map((edge) => (
          <Group key={edge[end]} justify="space-between" wrap="nowrap" gap="xs">
            <NodeLink onClick={() => open(edge[end])}>{titles.get(edge[end])}</NodeLink>
            <IconButton
              icon={IconX}
              iconSize={14}
              size={28}
              label={`Disconnect ${titles.get(edge.from)} from ${titles.get(edge.to)}`}
              onClick={() => apply(disconnect(flow, edge))}
            />
          </Group>
        ))}
      </Stack>
    </div>
  );
}
