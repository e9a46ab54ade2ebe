import { SegmentedControl, Splitter } from '@mantine/core';
import './editor.css';
import { useState, useSyncExternalStore } from 'react';
import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { LeaveGuard } from '../../shell/leave-guard.tsx';
import { Page } from '../../shell/page.tsx';
import { TemplateNav } from '../../shell/template-nav.tsx';
import { TestDataPanel } from './data/test-data-panel.tsx';
import { isChanged } from './draft.ts';
import { DraftFields } from './draft-fields.tsx';
import { EditorActions } from './editor-actions.tsx';
import { EditorNotices } from './editor-notices.tsx';
import { draftKey } from './kept-draft.ts';
import { PreviewPane } from './preview/preview-pane.tsx';
import { usePreview } from './preview/use-preview.ts';
import { ProblemsStrip } from './problems/problems-strip.tsx';
import { useJump } from './problems/use-jump.ts';
import { useProblems } from './problems/use-problems.ts';
import { useSave } from './save/use-save.ts';
import { SourcePane } from './source/source-pane.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { useOpenedDraft } from './use-opened-draft.ts';

/** A template as its author writes it, beside what becomes of it. */
export function Editor({ template, account }: { template: Template; account: Account }) {
  const { id } = template;
  const key = draftKey(account.accountId, id);
  const { store, restoredFrom } = useOpenedDraft(template, key);
  const state = useSyncExternalStore(store.subscribe, store.current);
  const isKept = useKeptDraft(store, key);
  const preview = usePreview(store);
  const saving = useSave(id, store);
  const problems = useProblems(state.draft, preview, saving.state);
  const jump = useJump(store);
  const [side, setSide] = useState<'source' | 'preview'>('source');
  const [isResizing, setResizing] = useState(false);
  const { rendered } = preview;
  const { draft } = state;
  return (
    <Page
      title={state.saved.name || id}
      above={[{ to: '/templates', label: 'Templates' }]}
      actions={
        <EditorActions
          id={id}
          store={store}
          account={account}
          saving={saving}
          isChanged={isChanged(state)}
          revision={state.revision}
        />
      }
    >
      <TemplateNav id={id} />
      <EditorNotices
        id={id}
        store={store}
        saving={saving}
        draft={draft}
        restoredFrom={restoredFrom}
        revision={template.revision}
        isKept={isKept}
      />
      <DraftFields store={store} draft={draft} problems={problems} handles={jump.handles} />
      <SegmentedControl
        hiddenFrom="md"
        aria-label="Show"
        value={side}
        onChange={(next) => setSide(next === 'preview' ? 'preview' : 'source')}
        data={[
          { value: 'source', label: 'Source' },
          { value: 'preview', label: 'Preview' },
        ]}
      />
      <Splitter
        className="editor"
        data-side={side}
        data-resizing={isResizing || undefined}
        onResizeStart={() => setResizing(true)}
        onResizeEnd={() => setResizing(false)}
      >
        <Splitter.Pane defaultSize={52} min={25} className="editor-pane" data-of="source">
          <SourcePane
            store={store}
            shown={jump.source}
            onShow={jump.showSource}
            hasOwnText={draft.text !== null}
            rendered={rendered}
            problems={problems}
            handles={jump.handles}
          />
          <ProblemsStrip
            problems={problems}
            fault={preview.fault}
            onRetry={preview.renderAgain}
            onJump={(problem) => {
              setSide('source');
              jump.to(problem);
            }}
          />
          <TestDataPanel
            ref={jump.handles.testData}
            store={store}
            testData={draft.testData}
            variables={rendered?.variables ?? template.variables}
            missing={rendered?.missing ?? []}
            problems={problems}
          />
        </Splitter.Pane>
        <Splitter.Pane defaultSize={48} min={25} className="editor-pane" data-of="preview">
          <PreviewPane rendered={rendered} isBehind={preview.problems.length > 0} />
        </Splitter.Pane>
      </Splitter>
      <LeaveGuard
        hasChanges={store.hasChanges}
        save={saving.save}
        isSaving={saving.state.kind === 'saving'}
        discard={() => store.dispatch({ kind: 'discarded' })}
      />
    </Page>
  );
}
