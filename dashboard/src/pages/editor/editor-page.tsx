import './editor.css';
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { draftInLanguage } from '../../draft/draft-in-language.ts';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { IconSend } from '../../parts/icons.tsx';
import { later } from '../../parts/later.tsx';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';
import { useCopy } from './copy/use-copy.tsx';
import { fillWithSamples } from './data/samples.ts';
import { TestDataPanel } from './data/test-data-panel.tsx';
import { SaveDraftButton, useSavingDraft } from './save-draft.tsx';
import { SourcePane } from './source/source-pane.tsx';
import { useJump } from './use-jump.ts';
import { useLanguage } from './use-language.ts';
import { usePreview } from './use-preview.ts';
import { isShared, useProblems } from './use-problems.ts';
import { LanguageBar } from './workbench/language-bar.tsx';
import { LayoutSelect } from './workbench/layout-select.tsx';
import { NameField } from './workbench/name-field.tsx';
import { UsedBy, WithinSelect } from './workbench/partial-use.tsx';
import { ProblemsLine } from './workbench/problems-line.tsx';
import { type Side, Workbench } from './workbench/workbench.tsx';

const StoredDraftNotice = later(() => import('./stored-draft-notice.tsx'));
const TestSendDialog = later(() => import('./test-send/test-send-dialog.tsx'));

/** The editor of a template: its source beside the preview of its mail. */
export function Component() {
  const { work, account } = useOpenTemplate();
  const { template, store, state } = work;
  const { draft } = state;
  const drafting = useSavingDraft(work);
  const isPartial = template.kind === 'partial';
  const language = useLanguage(template, work);
  const { preview } = language;
  const { rendered } = preview;
  const [within, setWithin] = useState<string | null>(null);
  const around = usePreview({ template, store: language.store, within, enabled: within !== null });
  const { problems, shown, isWaiting, onTyping } = useProblems(
    work,
    language,
    within === null ? null : around,
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
  const [side, setSide] = useState<Side>('source');
  return (
    <TemplateTab
      shownElsewhere={shownElsewhere}
      beside={
        <NameField
          store={store}
          name={draft.name}
          error={problems.find(({ part }) => part === 'name')?.detail}
          isOpen={jump.isRenaming}
          onOpen={jump.setRenaming}
        />
      }
      notices={
        (template.draft || drafting.error) && (
          <Suspense fallback={null}>
            <StoredDraftNotice template={template} drafting={drafting} />
          </Suspense>
        )
      }
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
      <Workbench
        side={side}
        onSide={setSide}
        source={
          <>
            <SourcePane
              store={language.store}
              shown={jump.source}
              onShow={jump.showSource}
              draft={language.draft}
              template={template}
              rendered={rendered}
              problems={shown}
              handles={jump.handles}
              onTyping={onTyping}
              onCursor={onCursor}
              tools={
                <>
                  <LayoutSelect template={template} store={language.store} draft={language.draft} />
                  <LanguageBar
                    store={store}
                    draft={draft}
                    shown={language.tag}
                    onShow={language.show}
                    missing={language.missing}
                  />
                  {isPartial && <UsedBy usedBy={template.usedBy} />}
                </>
              }
            />
            <ProblemsLine
              problems={problems}
              isChecked={preview.rendered !== null && !isWaiting}
              fault={preview.fault}
              onRetry={preview.retry}
              onFix={({ part, language: tag, fix }) => {
                if (!fix || (part !== 'html' && part !== 'text' && part !== 'subject')) return;
                const written = tag === undefined ? store : draftInLanguage(store, tag);
                const text = written.settled().draft[part];
                if (text === null) return;
                written.dispatch({ kind: 'written', changes: { [part]: fix.apply(text) } });
              }}
              onFill={() => {
                const { html, testData } = language.store.settled().draft;
                const variables = rendered?.variables ?? template.variables;
                const filled = fillWithSamples(testData, variables, html);
                store.dispatch({ kind: 'written', changes: { testData: filled } });
              }}
              onJump={(problem) => {
                // React must show the field and the language before the jump.
                flushSync(() => {
                  setSide(problem.part === 'testData' ? 'data' : 'source');
                  if (!isShared(problem)) language.show(problem.language ?? null);
                });
                jump.to(problem);
              }}
            />
          </>
        }
        preview={
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
        }
        data={(dock) => (
          <TestDataPanel
            {...dock}
            ref={jump.handles.testData}
            store={store}
            accountId={account.accountId}
            templateId={template.id}
            testData={draft.testData}
            variables={rendered?.variables ?? template.variables}
            problems={problems}
          />
        )}
      />
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
    </TemplateTab>
  );
}

/** The line of problems shows these with their places. */
const shownElsewhere = [
  ...['/name', '/subject', '/html', '/text', '/testData'],
  ...['/language', '/languages'],
];
