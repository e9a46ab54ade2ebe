import { Button, Group, Menu, SegmentedControl, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSearchParams } from 'react-router';
import { IconButton } from '../../parts/icon-button.tsx';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconLayoutDistributeVertical,
  IconPlus,
  IconTrash,
} from '../../parts/icons.tsx';
import { AddMenu } from './add-menu.tsx';
import { removeFlow, tidyUp } from './model/flow-changes.ts';
import { useFlow } from './use-flow.ts';

export type View = 'canvas' | 'list';

/** The view that the address names (`?view=list`), else the one that fits the screen. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const once = { getInitialValueInEffect: false };
  const isPhone = useMediaQuery('(max-width: 700px)', false, once);
  const isNarrow = useMediaQuery('(max-width: 1080px)', false, once);
  const named = search.get('view');
  const fitting: View = isPhone ? 'list' : 'canvas';
  const view: View = named === 'list' || named === 'canvas' ? named : fitting;
  return {
    view,
    setView: (next: View) =>
      setSearch((before) => ({ ...Object.fromEntries(before), view: next }), { replace: true }),
    /** Whether there is no room for a form beside the flow. */
    isNarrow,
  };
}

/** The actions on the whole flow, and the switch between its views. */
export function Toolbar({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { flow, apply, undo, redo, canUndo, canRedo } = useFlow();
  const hasFlow = flow.nodes.length > 0;
  return (
    <Group gap="xs" justify="space-between">
      <Group gap="xs">
        {hasFlow && (
          <AddMenu>
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
              Add a node
            </Button>
          </AddMenu>
        )}
        <Tooltip label="Undo (Ctrl+Z)">
          <IconButton {...offIf(!canUndo)} icon={IconArrowBackUp} label="Undo" onClick={undo} />
        </Tooltip>
        <Tooltip label="Redo (Ctrl+Shift+Z)">
          <IconButton {...offIf(!canRedo)} icon={IconArrowForwardUp} label="Redo" onClick={redo} />
        </Tooltip>
        {hasFlow && (
          <Menu position="bottom-start">
            <Menu.Target>
              <IconButton {...look} icon={IconDots} label="More" />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconLayoutDistributeVertical size={16} aria-hidden />}
                onClick={() => apply(tidyUp(flow))}
              >
                Tidy up
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => apply(removeFlow())}
              >
                Remove the flow
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {hasFlow && (
        <SegmentedControl
          aria-label="View"
          data={[
            { value: 'canvas', label: 'Canvas' },
            { value: 'list', label: 'List' },
          ]}
          value={view}
          onChange={onView}
        />
      )}
    </Group>
  );
}

const look = { variant: 'default', color: undefined, size: 36, iconSize: 18 };

/** The look of a button that does nothing if `isOff`. It is not `disabled`, so that it keeps the focus. */
const offIf = (isOff: boolean) => ({
  ...look,
  'aria-disabled': isOff,
  'data-disabled': isOff || undefined,
});
