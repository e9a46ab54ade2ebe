import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { AddMenu } from '../add-menu.tsx';
import { isOutput } from '../model/flow.ts';
import { deleteNode, moveNode } from '../model/flow-changes.ts';
import { verificationsOf } from '../model/move-rules.ts';
import { Tool } from '../toolbar.tsx';
import { useFlow } from '../use-flow.ts';

/** The look of a button in the list. */
const look = { variant: 'subtle', color: 'gray', size: 32 } as const;

/** The buttons of a node in the list. Only verifications have an order. */
export function ItemActions({ node }: { node: FlowNode }) {
  const { flow, titles, select, focus, apply } = useFlow();
  const { id } = node;
  const title = titles.get(id) ?? id;
  const connect = () => {
    select({ node: id });
    focus({ on: 'connect', id });
  };
  return (
    <Group gap={2} wrap="nowrap" className="flow-actions">
      {node.type === 'verification' && <MoveActions id={id} title={title} />}
      {flow.edges
        .filter(({ from }) => from === id)
        .map((edge) => (
          <AddMenu edge={edge} key={edge.to}>
            <ActionIcon
              {...look}
              aria-label={`Add a node between ${title} and ${titles.get(edge.to)}`}
            >
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
          </AddMenu>
        ))}
      {!isOutput(node) && (
        <Tool {...look} label={`Connect ${title}`} onClick={connect}>
          <IconLink size={16} aria-hidden />
        </Tool>
      )}
      {node.type !== 'template' && (
        <Tool {...look} label={`Delete ${title}`} onClick={() => apply(deleteNode(flow, id))}>
          <IconTrash size={16} aria-hidden />
        </Tool>
      )}
    </Group>
  );
}

function MoveActions({ id, title }: { id: string; title: string }) {
  const { flow, apply } = useFlow();
  const checks = verificationsOf(flow);
  if (checks.length === 1) return null;
  return (
    <>
      <Tool
        {...look}
        label={`Run ${title} earlier`}
        onClick={() => apply(moveNode(flow, id, 'earlier'))}
        isOff={checks[0] === id}
      >
        <IconArrowUp size={16} aria-hidden />
      </Tool>
      <Tool
        {...look}
        label={`Run ${title} later`}
        onClick={() => apply(moveNode(flow, id, 'later'))}
        isOff={checks.at(-1) === id}
      >
        <IconArrowDown size={16} aria-hidden />
      </Tool>
    </>
  );
}
