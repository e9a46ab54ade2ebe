import { Button, Group, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { AddMenu } from '../add-menu.tsx';
import { verificationsOf } from '../model/move-rules.ts';
import { inOrder } from '../model/order.ts';
import { useFlowEditor } from '../use-flow-editor.ts';
import { ListItem } from './list-item.tsx';

/** The flow in the order in which it runs: everything the canvas can do, for the keyboard and for a phone. */
export function ListView() {
  const { draft } = useFlowEditor();
  if (!draft) return null;
  const verifications = verificationsOf(draft);
  return (
    <Stack gap="sm">
      <ol className="flow-list" aria-label="Nodes, in the order of a run">
        {inOrder(draft).map((node, index) => (
          <ListItem
            key={node.id}
            node={node}
            number={index + 1}
            draft={draft}
            isFirst={verifications[0] === node.id}
            isLast={verifications.at(-1) === node.id}
          />
        ))}
      </ol>
      <Group>
        <AddMenu>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
            Add a node
          </Button>
        </AddMenu>
      </Group>
    </Stack>
  );
}
