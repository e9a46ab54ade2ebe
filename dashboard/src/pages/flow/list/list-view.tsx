import { Box, Group, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { IconButton } from '../../../parts/icon-button.tsx';
import { IconLink, IconPlus, IconTrash } from '../../../parts/icons.tsx';
import { PlainButton } from '../../../parts/looks.tsx';
import { AddMenu } from '../add-menu.tsx';
import { isOutput, kindOf } from '../model/flow.ts';
import { deleteNode } from '../model/flow-changes.ts';
import { summaryOf } from '../model/node-words.ts';
import {
  FailureText,
  MarkBadge,
  NodeIcon,
  ProblemCount,
  RefusedLink,
  UnverifiedBadge,
} from '../node-state.tsx';
import { type FlowContext, stateAt, useFlow } from '../use-flow.ts';

/** The flow as a list in the order of a run. It offers all actions of the canvas, for keyboards and phones. */
export function ListView() {
  const { order } = useFlow();
  return (
    <Stack gap="sm">
      <Stack
        component="ol"
        gap="xs"
        className="bare-list"
        aria-label="Nodes, in the order of a run"
      >
        {order.map((node, index) => (
          <ListItem key={node.id} node={node} number={index + 1} />
        ))}
      </Stack>
      <Group>
        <AddMenu>
          <PlainButton icon={IconPlus}>Add a node</PlainButton>
        </AddMenu>
      </Group>
    </Stack>
  );
}

function ListItem({ node, number }: { node: FlowNode; number: number }) {
  const editor = useFlow();
  const { flow, titles, nameOf, selected, open, apply } = editor;
  const { id } = node;
  const title = titles.get(id) ?? id;
  const { count, mark, failed, refused, unverified } = stateAt(editor, id);
  const isSelected = selected?.id === id;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Delete' || key === 'Backspace') apply(deleteNode(flow, id));
  };
  return (
    <li className="flow-item" data-selected={isSelected} data-kind={kindOf(node)}>
      <span className="flow-icon">
        <NodeIcon kind={kindOf(node)} />
      </span>
      <Box flex={1} miw={0}>
        <UnstyledButton
          className="flow-node"
          bdrs="sm"
          data-id={id}
          onClick={() => open(id)}
          onKeyDown={onKeyDown}
          aria-current={isSelected ? 'true' : undefined}
        >
          <Text size="sm" fw={650} component="span" className="flow-wrap">
            {number}. {title}
          </Text>
        </UnstyledButton>
        <Text size="xs" c="dimmed" className="flow-wrap">
          {summaryOf(node, nameOf)}
        </Text>
        {(count > 0 || mark || refused || unverified) && (
          <Group gap={6} mt={4}>
            {count > 0 && <ProblemCount count={count} />}
            {mark && <MarkBadge mark={mark} />}
            {failed !== null && <FailureText text={failed} />}
            {unverified && <UnverifiedBadge why={unverified} />}
            {refused && <RefusedLink {...refused} />}
          </Group>
        )}
        <Text size="xs" mt={4} className="flow-wrap">
          {targetWords(node, editor)}
        </Text>
      </Box>
      <Group gap={2} wrap="nowrap" className="flow-actions">
        {!isOutput(node) && (
          <Tooltip label={`Connect ${title}`}>
            <IconButton
              size={32}
              icon={IconLink}
              label={`Connect ${title}`}
              onClick={() => open(id, 'connect')}
            />
          </Tooltip>
        )}
        {node.type !== 'template' && (
          <Tooltip label={`Delete ${title}`}>
            <IconButton
              size={32}
              icon={IconTrash}
              label={`Delete ${title}`}
              onClick={() => apply(deleteNode(flow, id))}
            />
          </Tooltip>
        )}
      </Group>
    </li>
  );
}

function targetWords(node: FlowNode, { flow, titles }: FlowContext): string {
  const targets = flow.edges.filter(({ from }) => from === node.id).map(({ to }) => titles.get(to));
  if (targets.length > 0) return `Leads to ${targets.join(', ')}`;
  return isOutput(node) ? 'Ends the flow' : 'Leads nowhere yet';
}
