import { ActionIcon, Button, Group, Menu, SegmentedControl } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconLayoutDistributeVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react';
import { AddMenu } from './add-menu.tsx';
import { Tool } from './tool.tsx';
import { useFlowEditor } from './use-flow-editor.ts';

export type View = 'canvas' | 'list';

/** What can be done to the flow as a whole, and how it is shown. */
export function Toolbar({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { draft, undo, redo, canUndo, canRedo, tidyUp, removeFlow } = useFlowEditor();
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs">
        {draft && (
          <AddMenu>
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
              Add a node
            </Button>
          </AddMenu>
        )}
        <Tool
          variant="default"
          size={36}
          label="Undo"
          hint="Ctrl+Z"
          onClick={undo}
          isOff={!canUndo}
        >
          <IconArrowBackUp size={18} aria-hidden />
        </Tool>
        <Tool
          variant="default"
          size={36}
          label="Redo"
          hint="Ctrl+Shift+Z"
          onClick={redo}
          isOff={!canRedo}
        >
          <IconArrowForwardUp size={18} aria-hidden />
        </Tool>
        {draft && (
          <Menu position="bottom-start">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label="More">
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconLayoutDistributeVertical size={16} aria-hidden />}
                onClick={tidyUp}
              >
                Tidy up
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={removeFlow}
              >
                Remove the flow
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {draft && (
        <SegmentedControl
          aria-label="View"
          data={[
            { value: 'canvas', label: 'Canvas' },
            { value: 'list', label: 'List' },
          ]}
          value={view}
          onChange={(value) => onView(value === 'list' ? 'list' : 'canvas')}
        />
      )}
    </Group>
  );
}
