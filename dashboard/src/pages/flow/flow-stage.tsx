import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { BeginFlow } from './begin-flow.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { ListView } from './list/list-view.tsx';
import { nodeOf } from './model/flow-draft.ts';
import { SidePanel } from './side-panel.tsx';
import type { View } from './toolbar.tsx';
import { TryIt } from './try-it/try-it.tsx';
import type { TryRun } from './try-it/use-try-run.ts';
import { useFlowEditor } from './use-flow-editor.ts';

// A phone shows the list, and never loads the canvas.
const Canvas = lazy(() => import('./canvas/canvas.tsx'));

export interface FlowStageProps {
  view: View;
  isNarrow: boolean;
  base: Template;
  run: TryRun;
  panel: Panel;
  onPanel: (panel: Panel) => void;
}

/** What somebody opened beside the flow. Where there is room, the selected node's form is there anyway. */
export type Panel = 'node' | 'try' | null;

/** The flow in its view, and beside it what is being done to it. */
export function FlowStage({ view, isNarrow, base, run, panel, onPanel }: FlowStageProps) {
  const editor = useFlowEditor();
  const { draft, selection, select, focus } = editor;
  const selected =
    (draft && selection && 'node' in selection && nodeOf(draft, selection.node)) || null;
  const isNodeShown = selected !== null && panel !== 'try' && (panel === 'node' || !isNarrow);
  const shown = panel === 'try' ? 'try' : isNodeShown ? 'node' : null;

  const close = () => {
    onPanel(null);
    if (shown !== 'node' || !selected) return;
    select(null);
    focus({ on: 'node', id: selected.id });
  };

  return (
    <div className="flow-views" data-panel={isNarrow ? undefined : (shown ?? undefined)}>
      {draft === null ? (
        <BeginFlow wasRemoved={base.flow !== null} />
      ) : view === 'list' ? (
        <ListView />
      ) : (
        <Suspense fallback={<Skeleton h={420} />}>
          <Canvas onOpen={() => onPanel('node')} />
        </Suspense>
      )}
      {shown === 'try' && (
        <SidePanel isNarrow={isNarrow} label="Test run" onClose={close}>
          <TryIt run={run} />
        </SidePanel>
      )}
      {shown === 'node' && draft && selected && (
        <SidePanel isNarrow={isNarrow} label="Settings of the node" onClose={close}>
          <Inspector node={selected} draft={draft} templateId={base.id} />
        </SidePanel>
      )}
    </div>
  );
}
