import { Box, Group, Text } from '@mantine/core';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { isOutput, kindOf } from '../model/flow.ts';
import { summaryOf } from '../model/node-words.ts';
import { FailureText, MarkBadge, NodeIcon, ProblemCount } from '../node-state.tsx';
import { stateAt, useFlow } from '../use-flow.ts';

type StepNodeData = { node: FlowNode; title: string; number: number };
export type StepNode = Node<StepNodeData, 'step'>;

/** One node on the canvas, with a handle at each end that can be connected. */
export function StepNodeView({ data: { node, title, number } }: NodeProps<StepNode>) {
  const { count, mark, failed } = stateAt(useFlow(), node.id);
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
        </Group>
        <Group gap={6} wrap="nowrap">
          {mark && <MarkBadge mark={mark} />}
          {failed !== null ? (
            <FailureText text={failed} />
          ) : (
            <Text size="xs" c="dimmed" truncate title={summaryOf(node)}>
              {summaryOf(node)}
            </Text>
          )}
        </Group>
      </Box>
      {!isOutput(node) && <Handle type="source" position={Position.Bottom} />}
    </div>
  );
}
