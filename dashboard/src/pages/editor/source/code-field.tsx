import type { Extension } from '@codemirror/state';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import { CodeEditor } from './code-editor.ts';
import { type KnownNames, noNames } from './placeholders.ts';

export interface CodeFieldHandle {
  jumpTo: (offset: number) => void;
  focus: () => void;
}

export interface SourceHandle extends CodeFieldHandle {
  /** Shows an offset without taking the focus: it selects the word there. */
  showAt: (offset: number) => void;
  undo: () => void;
  redo: () => void;
}

export interface CodeFieldProps {
  store: WrittenDraft;
  part: 'html' | 'text' | 'testData';
  label: string;
  /** Must not change while the field is shown. */
  extensions: Extension;
  problems: readonly DraftProblem[];
  /** What the editor completes within two braces. */
  names?: KnownNames;
  /** The author moved the cursor to this offset; null: the author left the field. */
  onCursor?: ((offset: number | null) => void) | undefined;
  ref?: Ref<SourceHandle>;
}

/** One source of the draft in a code editor. */
export function CodeField({
  store,
  part,
  label,
  extensions,
  problems,
  names = noNames,
  onCursor = ignore,
  ref,
}: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(null);
  const moved = useEffectEvent(onCursor);

  // biome-ignore lint/correctness/useExhaustiveDependencies: label and extensions do not change
  useEffect(() => {
    if (!place.current) return;
    const text = () => store.current().draft[part] ?? '';
    const opened = new CodeEditor({
      parent: place.current,
      label,
      text: text(),
      extensions,
      onText: (written) => store.dispatch({ kind: 'written', changes: { [part]: written } }),
      onCursor: moved,
    });
    editor.current = opened;
    // Not by a prop, because a late prop would undo what the author has typed since.
    const stops = [
      store.subscribe(() => opened.show(text())),
      store.addWriter(() => opened.write()),
    ];
    return () => {
      for (const stop of stops) stop();
      opened.close();
      editor.current = null;
    };
  }, [store, part]);

  useEffect(() => editor.current?.mark(problems), [problems]);
  useEffect(() => editor.current?.offer(names), [names]);
  useImperativeHandle(ref, () => ({
    jumpTo: (offset) => editor.current?.jumpTo(offset),
    focus: () => editor.current?.focus(),
    showAt: (offset) => editor.current?.jumpTo(offset, false),
    undo: () => editor.current?.undo(),
    redo: () => editor.current?.redo(),
  }));
  return <div ref={place} className="code-field" />;
}

const ignore = () => {};
