import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DraftStore } from '../draft-store.ts';
import type { CodeFieldHandle } from '../source/code-field.tsx';
import { type DraftProblem, problemOffset } from './problems.ts';

/** Where each part of the draft is written. */
export interface PartHandles {
  name: RefObject<HTMLInputElement | null>;
  subject: RefObject<HTMLInputElement | null>;
  html: RefObject<CodeFieldHandle | null>;
  text: RefObject<CodeFieldHandle | null>;
  testData: RefObject<CodeFieldHandle | null>;
}

/** Leads from a problem to where it stands, whatever is shown at the moment. */
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
    if (part === null || part === 'flow') return;
    // What is jumped to has to be in sight before the jump.
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
