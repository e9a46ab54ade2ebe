import { ActionIcon, Group } from '@mantine/core';
import type { FlowNode } from '../../../../../shared/engine/flow/graph.ts';
import { IconLink, IconPlus, IconTrash } from '../../../parts/icons.tsx';
import { AddMenu } from '../add-menu.tsx';
import { isOutput } from '../model/flow.ts';
import { deleteNode } from '../model/flow-changes.ts';
import { Tool } from '../toolbar.tsx';
import { useFlow } from '../use-flow.ts';

/** The look of a button in the list. */
const look = { variant: 'subtle', color: 'gray', size: 32 } as const;

/** The buttons of a node in the list. */
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
      {flow.edges
        // No node runs between the template and the output.
        .filter(({ from }) => from === id && node.type !== 'template')
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
