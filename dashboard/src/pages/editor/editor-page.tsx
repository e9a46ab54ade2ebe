import './editor.css';
import { Button, SegmentedControl, Splitter } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Account } from '../../../../functions/manage/contracts/account.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { DraftPage, WithTemplate } from '../../draft/draft-page.tsx';
import { type DraftProblem, draftProblems } from '../../draft/draft-problems.ts';
import { useTemplateDraft } from '../../draft/use-template-draft.ts';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';
import { useCopy } from './copy/use-copy.tsx';
import { TestDataPanel } from './data/test-data-panel.tsx';
import { DraftFields } from './draft-fields.tsx';
import { LanguageBar } from './language-bar.tsx';
import { UsedBy, WithinSelect } from './partial-use.tsx';
import { ProblemsStrip } from './problems-strip.tsx';
import { SaveDraftButton, useSavingDraft } from './save-draft.tsx';
import { SourcePane } from './source/source-pane.tsx';
import { useJump } from './use-jump.ts';
import { useLanguage } from './use-language.ts';
import { type Preview, usePreview } from './use-preview.ts';

const StoredDraftNotice = lazy(() => import('./stored-draft-notice.tsx'));
const TestSendDialog = lazy(() => import('./test-send/test-send-dialog.tsx'));

/** The editor of a template: its source beside the preview of its mail. */
export function Component() {
  return (
    <WithTemplate>
      {(template, account) => <Editor key={template.id} template={template} account={account} />}
    </WithTemplate>
  );
}

function Editor({ template, account }: { template: Template; account: Account }) {
  const work = useTemplateDraft(template, account.accountId);
  const { store, state, saving } = work;
  const { draft } = state;
  const drafting = useSavingDraft(work);
  const isPartial = template.kind === 'partial';
  const language = useLanguage(template, work);
  const { preview } = language;
  const { rendered } = preview;
  const [within, setWithin] = useState<string | null>(null);
  const around = usePreview({ template, store: language.store, within, enabled: within !== null });
  const problems = useMemo(
    () => [
      ...draftProblems(
        draft,
        withAround(preview, within === null ? null : around),
        saving.state,
        language.tag,
      ),
      ...language.differences,
    ],
    [draft, preview, around, within, saving.state, language.tag, language.differences],
  );
  const shown = useMemo(
    () =>
      problems.filter((each) => each.language === (language.tag ?? undefined) || isShared(each)),
    [problems, language.tag],
  );
  const jump = useJump(store);
  const shownPreview = within === null ? preview : around;
  const isBehind = shownPreview.problems.length > 0;
  const { copy, onCursor } = useCopy({
    ...{ store: language.store, html: language.draft.html, isBehind },
    rendered: shownPreview.rendered,
    source: () => jump.handles.html.current,
  });
  const [isSending, setSending] = useState(false);
  const [side, setSide] = useState<'source' | 'preview'>('source');
  const [isResizing, setResizing] = useState(false);
  return (
    <DraftPage
      work={work}
      shownElsewhere={shownElsewhere}
      actions={
        !isPartial && (
          <>
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => setSending(true)}
            >
              Test send
            </Button>
            <SaveDraftButton drafting={drafting} work={work} />
          </>
        )
      }
    >
      {(template.draft || drafting.error) && (
        <Suspense fallback={null}>
          <StoredDraftNotice template={template} drafting={drafting} />
        </Suspense>
      )}
      <DraftFields
        template={template}
        store={language.store}
        draft={language.draft}
        problems={shown}
        handles={jump.handles}
      />
      <LanguageBar
        store={store}
        draft={draft}
        shown={language.tag}
        onShow={language.show}
        missing={language.missing}
      />
      {isPartial && <UsedBy usedBy={template.usedBy} />}
      <SegmentedControl
        hiddenFrom="md"
        aria-label="Show"
        value={side}
        onChange={setSide}
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
            store={language.store}
            shown={jump.source}
            onShow={jump.showSource}
            hasOwnText={language.draft.text !== null}
            template={template}
            rendered={rendered}
            problems={shown}
            handles={jump.handles}
            onCursor={onCursor}
          />
          <ProblemsStrip
            problems={problems}
            isChecked={preview.rendered !== null}
            fault={preview.fault}
            onRetry={preview.retry}
            onJump={(problem) => {
              // React must show the language before the jump.
              flushSync(() => {
                setSide('source');
                if (!isShared(problem)) language.show(problem.language ?? null);
              });
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
          <PreviewPane
            rendered={shownPreview.rendered}
            isBehind={isBehind}
            copy={copy}
            isMail={!isPartial || within !== null}
            choice={
              template.usedBy.length > 0 && (
                <WithinSelect usedBy={template.usedBy} within={within} onChange={setWithin} />
              )
            }
          />
        </Splitter.Pane>
      </Splitter>
      {isSending && (
        <Suspense fallback={null}>
          <TestSendDialog
            template={template}
            store={language.store}
            account={account}
            html={rendered?.html ?? null}
            isStored={() => language.tag === null && !store.hasChanges()}
            isChanged={work.isChanged}
            onClose={() => setSending(false)}
          />
        </Suspense>
      )}
    </DraftPage>
  );
}

/** Whether a problem is about a part that all languages have in common. */
function isShared({ part }: DraftProblem): boolean {
  return part !== 'subject' && part !== 'html' && part !== 'text';
}

/** The strip of problems shows these with their places. */
const shownElsewhere = [
  ...['/name', '/subject', '/html', '/text', '/testData'],
  ...['/language', '/languages'],
];

/** The preview of a partial, with the problems of the template that it is shown within. */
function withAround(preview: Preview, around: Preview | null): Preview {
  if (around === null) return preview;
  return { ...preview, problems: [...preview.problems, ...around.problems] };
}
