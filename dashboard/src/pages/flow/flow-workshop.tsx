import { useHotkeys } from '@mantine/hooks';
import { useRef, useState } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { LeaveGuard } from '../../shell/leave-guard.tsx';
import { FlowActions } from './flow-actions.tsx';
import { FlowFactsProvider } from './flow-facts.ts';
import { FlowFrame } from './flow-frame.tsx';
import { FlowStage, type Panel } from './flow-stage.tsx';
import { knownFacts } from './known-facts.ts';
import { useLiveRegion } from './live-region.tsx';
import type { Draft } from './model/flow-draft.ts';
import { ProblemsStrip } from './problems-strip.tsx';
import { SaveProblem } from './save/save-problem.tsx';
import { Toolbar } from './toolbar.tsx';
import { useTryRun } from './try-it/use-try-run.ts';
import { FlowEditorProvider } from './use-flow-editor.ts';
import { useFlowWork } from './use-flow-work.ts';
import { useVerdict } from './use-verdict.ts';
import { useView } from './use-view.ts';

export interface FlowWorkshopProps {
  template: Template;
  stored: Draft | null;
  identities: readonly string[];
}

/** Where a flow is drawn, checked, tried and saved. */
export function FlowWorkshop({ template, stored, identities }: FlowWorkshopProps) {
  const page = useRef<HTMLDivElement>(null);
  const { say, region } = useLiveRegion();
  const [panel, setPanel] = useState<Panel>(null);
  const onFocus = (on: 'form' | 'node') =>
    setPanel((current) => (on === 'form' ? 'node' : current === 'try' ? 'try' : null));
  const work = useFlowWork({ template, stored, identities, page, say, onFocus });
  const { base, editor, isChanged, isSaving, save } = work;
  const { draft } = editor;
  const { view, setView, isNarrow } = useView();
  const run = useTryRun(base, draft);
  const verdict = useVerdict(draft);
  const facts = knownFacts({ base, draft, identities, problems: verdict.problems, run });

  useHotkeys([
    ['mod+Z', editor.undo],
    ['mod+shift+Z', editor.redo],
    ['mod+Y', editor.redo],
  ]);
  useHotkeys([['mod+S', () => void (isChanged && !isSaving && save())]], []);

  return (
    <FlowEditorProvider value={editor}>
      <FlowFactsProvider value={facts}>
        <FlowFrame
          template={base}
          isChanged={isChanged}
          actions={<FlowActions work={work} onTry={() => setPanel('try')} />}
        >
          <div ref={page} className="flow-page">
            <SaveProblem work={work} />
            <Toolbar view={view} onView={setView} />
            {draft && <ProblemsStrip {...verdict} />}
            <FlowStage
              view={view}
              isNarrow={isNarrow}
              base={base}
              run={run}
              panel={panel}
              onPanel={setPanel}
            />
          </div>
        </FlowFrame>
        {region}
        <LeaveGuard hasChanges={() => isChanged} save={save} isSaving={isSaving} />
      </FlowFactsProvider>
    </FlowEditorProvider>
  );
}
