import {
  ActionIcon,
  type ActionIconProps,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Tooltip,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
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
    /** There is no room for a form beside the flow. */
    isNarrow,
  };
}

/** The actions on the whole flow, and the switch between its views. */
export function Toolbar({ view, onView }: { view: View; onView: (view: View) => void }) {
  const { flow, apply, undo, redo, canUndo, canRedo } = useFlow();
  const hasFlow = flow.nodes.length > 0;
  const look = { variant: 'default', size: 36 } as const;
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
        <Tool {...look} label="Undo" hint="Ctrl+Z" onClick={undo} isOff={!canUndo}>
          <IconArrowBackUp size={18} aria-hidden />
        </Tool>
        <Tool {...look} label="Redo" hint="Ctrl+Shift+Z" onClick={redo} isOff={!canRedo}>
          <IconArrowForwardUp size={18} aria-hidden />
        </Tool>
        {hasFlow && (
          <Menu position="bottom-start">
            <Menu.Target>
              <ActionIcon {...look} aria-label="More">
                <IconDots size={18} aria-hidden />
              </ActionIcon>
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

export interface ToolProps extends Pick<ActionIconProps, 'variant' | 'color' | 'size'> {
  label: string;
  /** Its keyboard shortcut. */
  hint?: string;
  onClick: () => void;
  /** The button does nothing now. It is not `disabled`, so that it keeps the focus. */
  isOff?: boolean;
  children: ReactNode;
}

/** A button with one icon, and a tooltip on hover and focus. */
export function Tool({ label, hint, onClick, isOff = false, children, ...look }: ToolProps) {
  return (
    <Tooltip label={hint ? `${label} (${hint})` : label}>
      <ActionIcon
        {...look}
        aria-label={label}
        aria-disabled={isOff}
        data-disabled={isOff || undefined}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
