import { Box, Group, Text } from '@mantine/core';
import {
  applyNodeChanges,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
} from '@xyflow/react';
import { useState } from 'react';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { isOutput, kindOf } from '../model/flow.ts';
import { placeNodes } from '../model/flow-changes.ts';
import { nodeSize, positionsOf } from '../model/layout.ts';
import { summaryOf } from '../model/node-words.ts';
import {
  FailureText,
  MarkBadge,
  NodeIcon,
  ProblemCount,
  RefusedLink,
  stateWords,
  UnverifiedBadge,
} from '../node-state.tsx';
import { stateAt, useFlow } from '../use-flow.ts';

// Only the position of a drop becomes part of the flow.
export function useDrawnNodes() {
  const editor = useFlow();
  const { flow, order, titles, nameOf } = editor;
  const [drawn, setDrawn] = useState<readonly StepNode[]>([]);
  const places = positionsOf(flow);

  const placed = flow.nodes.map((node): StepNode => {
    const title = titles.get(node.id) ?? node.id;
    const number = order.indexOf(node) + 1;
    const words = [`${number}. ${title}: ${summaryOf(node, nameOf)}`, stateWords(editor, node.id)];
    return {
      id: node.id,
      type: 'step',
      className: 'flow-node',
      position: places.get(node.id) ?? { x: 0, y: 0 },
      width: nodeSize.width,
      selected: node === editor.selected,
      ariaLabel: words.filter((each) => each !== '').join('. '),
      data: { node, title, number },
    };
  });

  const reported = (before: readonly StepNode[]) =>
    placed.map((node): StepNode => {
      const old = before.find(({ id }) => id === node.id);
      const { measured = {}, dragging = false } = old ?? {};
      return {
        ...node,
        measured,
        dragging,
        position: (dragging && old?.position) || node.position,
      };
    });

  const onNodesChange = (changes: NodeChange<StepNode>[]) => {
    setDrawn((before) => applyNodeChanges(changes, reported(before)));
    for (const change of changes) {
      if (change.type === 'select' && change.selected) editor.select({ node: change.id });
      if (change.type !== 'position' || change.dragging || !change.position) continue;
      const { id, position } = change;
      const { x, y } = places.get(id) ?? {};
      if (position.x === x && position.y === y) continue;
      editor.apply(placeNodes(flow, new Map([...places, [id, position]]), id));
    }
  };

  return { nodes: reported(drawn), onNodesChange };
}

type StepNodeData = { node: FlowNode; title: string; number: number };
type StepNode = Node<StepNodeData, 'step'>;

export function StepNodeView({ data: { node, title, number } }: NodeProps<StepNode>) {
  const flow = useFlow();
  const { nameOf } = flow;
  const { count, mark, failed, refused, unverified } = stateAt(flow, node.id);
  return (
    <div className="flow-card" data-kind={kindOf(node)} data-tone={count > 0 ? 'bad' : mark?.tone}>
      {node.type !== 'variables' && <Handle type="target" position={Position.Top} />}
      <span className="flow-icon">
        <NodeIcon kind={kindOf(node)} />
      </span>
      <Box flex={1} miw={0}>
        <Group gap={6} wrap="nowrap" justify="space-between">
          <Text size="sm" fw={650} truncate>
            {number}. {title}
          </Text>
          {count > 0 && <ProblemCount count={count} />}
          {unverified && <UnverifiedBadge why={unverified} />}
          {refused && <RefusedLink {...refused} />}
        </Group>
        <Group gap={6} wrap="nowrap">
          {mark && <MarkBadge mark={mark} />}
          {failed !== null ? (
            <FailureText text={failed} />
          ) : (
            <Text size="xs" c="dimmed" truncate title={summaryOf(node, nameOf)}>
              {summaryOf(node, nameOf)}
            </Text>
          )}
        </Group>
      </Box>
      {!isOutput(node) && <Handle type="source" position={Position.Bottom} />}
    </div>
  );
}
