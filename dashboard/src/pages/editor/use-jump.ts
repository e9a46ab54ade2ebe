import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftProblem, problemOffset } from '../../draft/draft-problems.ts';
import type { DraftStore } from '../../draft/draft-store.ts';
import type { CodeFieldHandle, SourceHandle } from './source/code-field.tsx';

/** The code field of each part of the draft that has one. */
export interface PartHandles {
  subject: RefObject<SourceHandle | null>;
  html: RefObject<SourceHandle | null>;
  text: RefObject<SourceHandle | null>;
  testData: RefObject<CodeFieldHandle | null>;
}

/** Shows the field of a problem, and puts the cursor at the problem's place. */
export function useJump(store: DraftStore) {
  const [source, showSource] = useState<'html' | 'text'>('html');
  const [isRenaming, setRenaming] = useState(false);
  const handles: PartHandles = {
    subject: useRef(null),
    html: useRef(null),
    text: useRef(null),
    testData: useRef(null),
  };
  const to = (problem: DraftProblem) => {
    const { part } = problem;
    const offset = problemOffset(store.settled().draft, problem);
    if (part === 'name') return setRenaming(true);
    if (part === null || part === 'layout' || part === 'flow' || part === 'languages') return;
    // React must show the field before the jump.
    if (part === 'html' || part === 'text') flushSync(() => showSource(part));
    if (offset === null) handles[part].current?.focus();
    else handles[part].current?.jumpTo(offset);
  };
  return { handles, source, showSource, isRenaming, setRenaming, to };
}
