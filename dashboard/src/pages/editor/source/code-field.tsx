import './code-field.css';
import type { Extension } from '@codemirror/state';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { SourcePart } from '../../../draft/draft.ts';
import type { WrittenDraft } from '../../../draft/draft-in-language.ts';
import type { DraftProblem } from '../../../draft/draft-problems.ts';
import { CodeEditor, type KeptSource } from './code-editor.ts';
import { completion, type KnownNames } from './complete-tag.ts';

export type CodePart = SourcePart | 'testData';

export interface CodeFieldProps {
  store: WrittenDraft;
  part: CodePart;
  label: string;
  /** One line, as in an input. Default: false. Must not change while the field is shown. */
  isLine?: boolean;
  /** Must not change while the field is shown. */
  extensions: Extension;
  problems: readonly DraftProblem[];
  /** To complete within two braces. Default: none. */
  names?: KnownNames;
  /** Null if the author left the field. */
  onCursor?: (offset: number | null) => void;
  editor: RefObject<CodeEditor | null>;
}

const kept = new WeakMap<WrittenDraft, Map<string, KeptSource>>();

/** Undo and the cursor stay while the author is at another tab. */
export function CodeField(props: CodeFieldProps) {
  const { store, part, label, isLine = false, extensions, editor } = props;
  const { problems, names, onCursor = () => {} } = props;
  const place = useRef<HTMLDivElement>(null);
  const moved = useEffectEvent(onCursor);
  const known = useEffectEvent(() => names ?? noNames);

  // biome-ignore lint/correctness/useExhaustiveDependencies: label, extensions and what is called do not change
  useEffect(() => {
    if (!place.current) return;
    const text = () => store.current().draft[part] ?? '';
    const opened = new CodeEditor({
      parent: place.current,
      label,
      extensions: names ? [extensions, completion(known)] : extensions,
      isLine,
      text: text(),
      kept: kept.get(store)?.get(part),
      onText: (written) =>
        store.dispatch({ kind: 'written', changes: { [part]: written }, isTyped: true }),
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

  useEffect(() => {
    editor.current?.mark(problems.filter((each) => each.part === part));
  }, [problems, part, editor]);
  return <div ref={place} className={isLine ? 'line-field' : 'code-field'} />;
}

const noNames: KnownNames = { variables: [], sections: [], partials: [] };
