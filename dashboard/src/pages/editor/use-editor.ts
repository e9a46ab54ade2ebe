import { createContext, type RefObject, useCallback, useContext, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftProblem, problemOffset } from '../../draft/draft-problems.ts';
import type { DraftStore } from '../../draft/draft-store.ts';
import { useOpenTemplate } from '../../draft/template-tab.tsx';
import { useCopy } from './copy/use-copy.tsx';
import type { CodeEditor } from './source/code-editor.ts';
import { type ShownLanguage, useLanguage } from './use-language.ts';
import { usePreview } from './use-preview.ts';
import { isShared, useProblems } from './use-problems.ts';
import { useView, type ViewState } from './workbench/use-view.ts';

export interface PartField {
  jumpTo: (offset: number) => void;
  focus: () => void;
}

export function useEditorState() {
  const { work, account } = useOpenTemplate();
  const { template, store, state } = work;
  const language = useLanguage(template, work);
  const [within, setWithin] = useState<string | null>(null);
  const around = usePreview({ template, store: language.store, within, enabled: within !== null });
  const found = useProblems(work, language, within === null ? null : around);
  const views = useView(template.variables, state.draft.testData);
  const jump = useJump(store, language, views);
  const preview = within === null ? language.preview : around;
  const isBehind = preview.problems.length > 0;
  const copying = useCopy({
    store: language.store,
    html: language.draft.html,
    isBehind,
    rendered: preview.rendered,
    source: () => jump.editors.html.current,
  });
  return {
    ...found,
    ...jump,
    ...copying,
    views,
    work,
    account,
    template,
    language,
    isBehind,
    /** The draft in all its languages. */
    store,
    draft: state.draft,
    within,
    setWithin,
    /** What the preview shows. The problems and the variables are in `language.preview`. */
    preview,
    variables: language.preview.rendered?.variables ?? template.variables,
  };
}

export type EditorState = ReturnType<typeof useEditorState>;

const context = createContext<EditorState | null>(null);

export const EditorProvider = context.Provider;

export function useEditor(): EditorState {
  const editor = useContext(context);
  if (editor === null) throw new Error('This component is outside of an editor');
  return editor;
}

function useJump(store: DraftStore, language: ShownLanguage, views: ViewState) {
  const [source, showSource] = useState<'html' | 'text'>('html');
  const [isRenaming, setRenaming] = useState(false);
  const editors = {
    subject: useRef<CodeEditor>(null),
    html: useRef<CodeEditor>(null),
    text: useRef<CodeEditor>(null),
  };
  const testData = useRef<PartField>(null);
  const waiting = useRef<(field: PartField) => void>(null);
  // The test data's script comes when they are first open: a jump then waits for it.
  const dataField = useCallback((field: PartField | null) => {
    testData.current = field;
    const jump = waiting.current;
    waiting.current = null;
    if (field && jump) queueMicrotask(() => jump(field));
  }, []);
  const fields: Readonly<Record<string, RefObject<PartField | null>>> = { ...editors, testData };
  const jumpTo = (problem: DraftProblem) => {
    const { part } = problem;
    // React must show the field and the language before the jump.
    flushSync(() => {
      if (part === 'testData') views.setDataOpen(true);
      else views.showSource();
      if (!isShared(problem)) language.show(problem.language ?? null);
      if (part === 'html' || part === 'text') showSource(part);
      if (part === 'name') setRenaming(true);
    });
    const offset = problemOffset(store.settled().draft, problem);
    const jump = (to: PartField) => (offset === null ? to.focus() : to.jumpTo(offset));
    const field = fields[part ?? '']?.current;
    if (field) jump(field);
    else if (part === 'testData') waiting.current = jump;
  };
  return { source, showSource, isRenaming, setRenaming, editors, dataField, jumpTo };
}
