import type { Extension } from '@codemirror/state';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import type { TypedLine } from '../use-problems.ts';
import { CodeEditor, type KeptSource } from './code-editor.ts';
import { type KnownNames, noNames } from './complete-tag.ts';

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
  part: 'subject' | 'html' | 'text' | 'testData';
  label: string;
  /** Whether the text is one line, as in an input. Default: false. Must not change while the field is shown. */
  isLine?: boolean;
  /** What stands in an empty field. Must not change while the field is shown. */
  placeholder?: string;
  /** Must not change while the field is shown. */
  extensions: Extension;
  problems: readonly DraftProblem[];
  /** What the editor completes within two braces. */
  names?: KnownNames;
  /** The author moved the cursor to this offset; null: the author left the field. */
  onCursor?: ((offset: number | null) => void) | undefined;
  /** Called with the line in which the author types; null: the author pauses, or goes elsewhere. */
  onTyping?: ((typed: TypedLine | null) => void) | undefined;
  ref?: Ref<SourceHandle>;
}

/** The sources that are not shown, as long as their draft lives. */
const kept = new WeakMap<WrittenDraft, Map<string, KeptSource>>();

/** One source of the draft in a code editor. Undo and the cursor stay while the author is at another tab. */
export function CodeField({
  store,
  part,
  label,
  isLine = false,
  placeholder,
  extensions,
  problems,
  names = noNames,
  onCursor = ignore,
  onTyping,
  ref,
}: CodeFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(null);
  const moved = useEffectEvent(onCursor);

  // biome-ignore lint/correctness/useExhaustiveDependencies: label, extensions and what is called do not change
  useEffect(() => {
    if (!place.current) return;
    const text = () => store.current().draft[part] ?? '';
    const opened = new CodeEditor({
      parent: place.current,
      ...{ label, extensions, isLine, placeholder },
      text: text(),
      kept: kept.get(store)?.get(part),
      onTyping: (line) => {
        if (part !== 'testData') onTyping?.(line === null ? null : { part, line });
      },
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
      const sources = kept.get(store) ?? new Map<string, KeptSource>();
      kept.set(store, sources.set(part, opened.close()));
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
  return <div ref={place} className={isLine ? 'line-field' : 'code-field'} />;
}

const ignore = () => {};
