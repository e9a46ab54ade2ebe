import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type DraftProblem, problemOffset } from '../../draft/draft-problems.ts';
import type { DraftStore } from '../../draft/draft-store.ts';
import type { CodeFieldHandle, SourceHandle } from './source/code-field.tsx';

/** The field of each part of the draft. */
export interface PartHandles {
  name: RefObject<HTMLInputElement | null>;
  subject: RefObject<HTMLInputElement | null>;
  html: RefObject<SourceHandle | null>;
  text: RefObject<SourceHandle | null>;
  testData: RefObject<CodeFieldHandle | null>;
}

/** Shows the field of a problem, and puts the cursor at the problem's place. */
export function useJump(store: DraftStore) {
  const [source, showSource] = useState<'html' | 'text'>('html');
  const handles: PartHandles = {
    name: useRef(null),
    subject: useRef(null),
    html: useRef(null),
    text: useRef(null),
    testData: useRef(null),
  };
  const to = (problem: DraftProblem) => {
    const { part } = problem;
    const offset = problemOffset(store.settled().draft, problem);
    if (part === 'name' || part === 'subject') return jumpInto(handles[part].current, offset);
    if (part === null || part === 'layout' || part === 'flow' || part === 'languages') return;
    // React must show the field before the jump.
    if (part !== 'testData') flushSync(() => showSource(part));
    if (offset === null) handles[part].current?.focus();
    else handles[part].current?.jumpTo(offset);
  };
  return { handles, source, showSource, to };
}

function jumpInto(input: HTMLInputElement | null, offset: number | null): void {
  input?.focus();
  if (offset !== null) input?.setSelectionRange(offset, offset);
}
