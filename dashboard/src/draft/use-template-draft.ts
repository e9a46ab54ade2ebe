import { useEffect, useState } from 'react';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { begin, type DraftState, draftOf, isChanged } from './draft.ts';
import { DraftStore } from './draft-store.ts';
import { draftKey, forgetDraft, keepDraft, readKeptDraft } from './kept-draft.ts';
import { type Saving, useSave } from './use-save.ts';

export interface TemplateDraft {
  /** As last read. `state.saved` may be older. */
  template: Template;
  store: DraftStore;
  state: DraftState;
  isChanged: boolean;
  saving: Saving;
  /** The revision below restored changes, or the stored draft; null if neither. */
  begunWith: number | 'stored draft' | null;
  forgetBeginning: () => void;
  beginWith: (stored: Template) => void;
  /** False if the browser has no storage left. */
  isKept: boolean;
}

/** Begins with the unsaved changes that this tab stored before a reload, if there are any. */
export function useTemplateDraft(template: Template, accountId: string): TemplateDraft {
  const { id, revision } = template;
  const key = draftKey(accountId, id);
  const [{ store, restoredFrom }] = useState(() => open(template, key));
  const [begunWith, setBegunWith] = useState<TemplateDraft['begunWith']>(restoredFrom);
  const state = useStoreState(store);
  const isKept = useKeeping(store, key);
  const saving = useSave(id, store);

  // If another author saved and this draft has no changes, show the newer revision.
  useEffect(() => {
    const now = store.settled();
    if (revision <= now.revision || isChanged(now)) return;
    store.dispatch({ kind: 'replaced', revision, content: draftOf(template) });
  }, [store, template, revision]);

  const beginWith = (stored: Template) => {
    store.settled();
    store.dispatch({ kind: 'replaced', revision, content: draftOf(template) });
    store.dispatch({ kind: 'written', changes: draftOf(stored) });
    setBegunWith('stored draft');
  };
  const forgetBeginning = () => setBegunWith(null);
  const beginning = { begunWith, forgetBeginning, beginWith };
  return { template, store, state, isChanged: isChanged(state), saving, isKept, ...beginning };
}

/** Unlike `useSyncExternalStore`, lets a dispatch in a transition wait for keys: React then draws in short slices. */
function useStoreState(store: DraftStore): DraftState {
  const [state, setState] = useState(store.current);
  useEffect(() => {
    const show = () => setState(store.current());
    show();
    return store.subscribe(show);
  }, [store]);
  return state;
}

function open(template: Template, key: string) {
  const fresh = begin(template);
  const kept = readKeptDraft(sessionStorage, key);
  if (!kept) return { store: new DraftStore(fresh), restoredFrom: null };
  // Based on the stored revision, so that a save shows what another author has saved since.
  const state = { ...fresh, revision: kept.revision, draft: { ...fresh.draft, ...kept.changes } };
  if (!isChanged(state)) return { store: new DraftStore(fresh), restoredFrom: null };
  return { store: new DraftStore(state), restoredFrom: kept.revision };
}

/** In milliseconds; storing 500 KB takes a few of them. */
const restMs = 400;

function useKeeping(store: DraftStore, key: string): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    let resting: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      const state = store.current();
      if (isChanged(state)) setKept(keepDraft(sessionStorage, key, state));
      else forgetDraft(sessionStorage, key);
    };
    const rest = () => {
      clearTimeout(resting);
      resting = setTimeout(keep, restMs);
    };
    const leave = () => {
      store.settled();
      keep();
    };
    const stop = store.subscribe(rest);
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(resting);
      stop();
      window.removeEventListener('pagehide', leave);
      keep();
    };
  }, [store, key]);
  return isKept;
}
