import { Group, Menu, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
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
import { PlainButton } from '../../parts/looks.tsx';
import { Segments } from '../../parts/segments.tsx';
import { useMedia } from '../../parts/use-media.ts';
import { AddMenu } from './add-menu.tsx';
import { removeFlow, tidyUp } from './model/flow-changes.ts';
import { useFlow } from './use-flow.ts';

export type FlowView = 'canvas' | 'list';

/** `?view=list`, else the view that fits the screen. */
export function useView() {
  const [search, setSearch] = useSearchParams();
  const isPhone = useMedia('(max-width: 700px)');
  const isNarrow = useMedia('(max-width: 1080px)');
  const named = search.get('view');
  const fitting: FlowView = isPhone ? 'list' : 'canvas';
  const view: FlowView = named === 'list' || named === 'canvas' ? named : fitting;
  return {
    view,
    setView: (next: FlowView) =>
      setSearch((before) => ({ ...Object.fromEntries(before), view: next }), { replace: true }),
    isNarrow,
  };
}

interface ToolbarProps {
  view: FlowView;
  onView: (view: FlowView) => void;
  /** What the service says of the flow. */
  children: ReactNode;
}

export function Toolbar({ view, onView, children }: ToolbarProps) {
  const { flow, apply, undo, redo, canUndo, canRedo } = useFlow();
  const hasFlow = flow.nodes.length > 0;
  return (
    <Group gap="xs" wrap="nowrap" className="flow-tools">
      <Group gap="xs" wrap="nowrap" flex="none">
        {hasFlow && (
          <AddMenu>
            <PlainButton icon={IconPlus}>Add a node</PlainButton>
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
      {hasFlow && children}
      {hasFlow && (
        <Segments
          flex="none"
          label="View"
          of={{ canvas: 'Canvas', list: 'List' }}
          value={view}
          onChange={onView}
        />
      )}
    </Group>
  );
}

const look = { variant: 'default', color: undefined, size: 36, iconSize: 18 };

// Not `disabled`, so that the button keeps the focus.
const offIf = (isOff: boolean) => ({
  ...look,
  'aria-disabled': isOff,
  'data-disabled': isOff || undefined,
});
