import { useDebouncedCallback } from '@mantine/hooks';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { useMay } from '../api/account.ts';
import { codeOf, isTransient } from '../api/problem.ts';
import {
  discardStoredDraft,
  draftTag,
  readStoredDraft,
  saveStoredDraft,
  useStoredDraftChanged,
} from '../api/stored-draft.ts';
import {
  changedAs,
  type Draft,
  type DraftState,
  draftOf,
  isChanged,
  isUnsaved,
  type StoredDraft,
} from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { type Data, parseData } from './test-data.ts';
import { ownIn } from './use-save.ts';

type DraftingState =
  | { kind: 'none' }
  | { kind: 'saving' }
  /** `error` is null if the test data is not JSON. `isAsked`: the author pressed the button. */
  | { kind: 'refused'; error: unknown; isAsked: boolean }
  /** Another author, or another tab, saved the draft; null: they published or discarded it. */
  | { kind: 'conflict'; theirs: Template | null; isOpen: boolean };

/** In milliseconds after the last key. */
const restMs = 2000;
/** In milliseconds after a request that got no answer. */
const retryMs = 10_000;

export const storedDraftOf = (stored: Template): StoredDraft => ({
  tag: stored.draft ? draftTag(stored.draft) : 0,
  from: stored.draft?.from ?? 0,
  content: draftOf(stored),
});

/** Stores the draft of a template while its author writes, and of a partial when they ask for it or leave. */
export function useDrafting(template: Template, store: DraftStore, onGone: () => void) {
  const { id } = template;
  const isAllowed = useMay('write');
  const [state, setState] = useState<DraftingState>({ kind: 'none' });
  const tell = useStoredDraftChanged(id);
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));
  /** Contents whose save got no answer: the service may have stored them. */
  const unanswered = useRef<Draft[]>([]);
  const now = useRef({ template, state, isAllowed });
  useEffect(() => {
    now.current = { template, state, isAllowed };
  });

  const put = useCallback(
    async function putDraft(isAsked: boolean, note?: string): Promise<boolean> {
      const before = store.settled();
      const { draft } = before;
      if (!isUnsaved(before) && !(note && isChanged(before))) return true;
      const data = parseData(draft.testData);
      if (!data.ok) {
        setState({ kind: 'refused', error: null, isAsked });
        return false;
      }
      setState({ kind: 'saving' });
      try {
        const answer = await storeState(id, before, data.data, note);
        unanswered.current = [];
        tell(answer);
        const stored = answer && { ...storedDraftOf(answer), content: draft };
        store.dispatch({ kind: 'stored', stored });
        setState({ kind: 'none' });
        return !isUnsaved(store.settled());
      } catch (error) {
        if (isTransient(error)) unanswered.current.push(draft);
        if (codeOf(error) === 'not_found') onGone();
        const failure = await readFailure(id, error, isAsked, before.stored, unanswered.current);
        if ('kind' in failure) {
          setState(failure);
          return false;
        }
        store.dispatch({ kind: 'stored', stored: failure });
        return putDraft(isAsked, note);
      }
    },
    [id, store, tell, onGone],
  );

  const actions = useMemo(() => {
    const next = (isAsked: boolean, note?: string) => {
      queue.current = queue.current.then(() => put(isAsked, note));
      return queue.current;
    };
    /** Saves as the page does by itself: not over a draft that the author does not go on with. */
    const keep = async () => {
      const { template: served, state: is, isAllowed: may } = now.current;
      const isBeside = served.draft !== null && store.settled().stored === null;
      const isStopped = !may || isBeside || is.kind === 'conflict';
      return isStopped ? !store.isUnsaved() : next(false);
    };
    const openConflict = () =>
      setState((was) => (was.kind === 'conflict' ? { ...was, isOpen: true } : was));
    const dismiss = () =>
      setState((was) => (was.kind === 'conflict' ? { ...was, isOpen: false } : { kind: 'none' }));
    /** What the button does. Returns true if nothing is left to save. */
    const save = async (note?: string) =>
      now.current.isAllowed ? next(true, note) : !store.isUnsaved();
    return { save, keep, openConflict, dismiss };
  }, [put, store]);

  const { keep } = actions;
  const isPartial = template.kind === 'partial';
  // Each save of a partial compiles all that takes it: none follows the keys.
  const rest = useDebouncedCallback(() => void (isPartial || keep()), restMs);
  useEffect(() => {
    rest();
    return store.subscribe(rest);
  }, [store, rest]);
  const mayPass = state.kind === 'refused' && isTransient(state.error);
  useEffect(() => {
    if (!mayPass) return;
    const retrying = setInterval(() => void keep(), retryMs);
    return () => clearInterval(retrying);
  }, [mayPass, keep]);

  const takeTheirs = (theirs: Template | null) => {
    const { revision, saved } = store.settled();
    if (theirs) store.dispatch({ kind: 'continued', stored: storedDraftOf(theirs) });
    else store.dispatch({ kind: 'replaced', revision, content: saved });
    setState({ kind: 'none' });
  };
  const saveOver = (theirs: Template | null) => {
    const { draft, saved, stored } = store.settled();
    if (theirs) {
      const content = draftOf(theirs);
      const changes = changedAs({ draft, saved: stored?.content ?? saved }, content);
      store.dispatch({ kind: 'written', changes });
    }
    store.dispatch({ kind: 'stored', stored: theirs && storedDraftOf(theirs) });
    setState({ kind: 'none' });
    return actions.save();
  };
  return { state, isAllowed, ...actions, takeTheirs, saveOver };
}

/** Stores the draft; one with the content that is served is discarded, and the answer null. */
async function storeState(id: string, state: DraftState, testData: Data, note: string | undefined) {
  const { draft, revision, stored } = state;
  if (!isChanged(state)) {
    if (stored) await discardStoredDraft(id, stored.tag);
    return null;
  }
  const about = { from: stored?.from ?? revision, replaces: stored?.tag ?? null };
  return saveStoredDraft(id, { ...draft, testData, ...about, ...(note && { note }) });
}

/** Why a save failed; or the stored draft, if that is an own save whose answer was lost. */
async function readFailure(
  id: string,
  error: unknown,
  isAsked: boolean,
  stored: StoredDraft | null,
  unanswered: readonly Draft[],
): Promise<DraftingState | StoredDraft> {
  const refused = { kind: 'refused', error, isAsked } as const;
  if (codeOf(error) !== 'stale') return refused;
  const theirs = await readStoredDraft(id).catch((fault: unknown) =>
    codeOf(fault) === 'not_found' ? null : undefined,
  );
  if (theirs === undefined) return refused;
  const found = theirs && storedDraftOf(theirs);
  // Only something else of the template was changed, such as a pause: the draft is the one that is replaced.
  if (stored && found?.tag === stored.tag) return stored;
  const content = theirs && ownIn(theirs, unanswered);
  if (found && content) return { ...found, content };
  return { kind: 'conflict', theirs, isOpen: isAsked };
}
