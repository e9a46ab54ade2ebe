import { ActionIcon, Group } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLink, IconPlus, IconTrash } from '@tabler/icons-react';
import { AddMenu } from '../add-menu.tsx';
import { type Draft, type DraftNode, isOutput } from '../model/flow-draft.ts';
import { Tool, type ToolProps } from '../tool.tsx';
import { useFlowEditor } from '../use-flow-editor.ts';

export interface ItemActionsProps {
  node: DraftNode;
  draft: Draft;
  isFirst: boolean;
  isLast: boolean;
}

/** The buttons of a node in the list. Only verifications have an order. */
export function ItemActions({ node, draft, isFirst, isLast }: ItemActionsProps) {
  const { titles, move, remove, select, focus } = useFlowEditor();
  const { id } = node;
  const title = titles.get(id) ?? id;
  const next = draft.edges.filter(({ from }) => from === id);
  const connect = () => {
    select({ node: id });
    focus({ on: 'connect', id });
  };
  return (
    <Group gap={2} wrap="nowrap" className="flow-actions">
      {node.type === 'verification' && !(isFirst && isLast) && (
        <>
          <Action
            label={`Run ${title} earlier`}
            onClick={() => move(id, 'earlier')}
            isOff={isFirst}
          >
            <IconArrowUp size={16} aria-hidden />
          </Action>
          <Action label={`Run ${title} later`} onClick={() => move(id, 'later')} isOff={isLast}>
            <IconArrowDown size={16} aria-hidden />
          </Action>
        </>
      )}
      {next.map((edge) => (
        <AddMenu edge={edge} key={edge.to}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Add a node between ${title} and ${titles.get(edge.to)}`}
          >
            <IconPlus size={16} aria-hidden />
          </ActionIcon>
        </AddMenu>
      ))}
      {!isOutput(node) && (
        <Action label={`Connect ${title}`} onClick={connect}>
          <IconLink size={16} aria-hidden />
        </Action>
      )}
      {node.type !== 'template' && (
        <Action label={`Delete ${title}`} onClick={() => remove(id)}>
          <IconTrash size={16} aria-hidden />
        </Action>
      )}
    </Group>
  );
}

/** A tool as the rows of the list have it. */
function Action(props: ToolProps) {
  return <Tool variant="subtle" color="gray" size={32} {...props} />;
}
