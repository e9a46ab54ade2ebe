import { useDebouncedCallback, useWindowEvent } from '@mantine/hooks';
import { startTransition, useCallback, useEffect, useState } from 'react';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import {
  begin,
  type DraftAction,
  type DraftState,
  draftOf,
  isChanged,
  isUnsaved,
} from './draft.ts';
import { DraftStore } from './draft-store.ts';
import { draftKey, forgetDraft, keepDraft, readKeptDraft } from './kept-draft.ts';
import { storedDraftOf, useDrafting } from './use-drafting.ts';
import { useSave } from './use-save.ts';

export type TemplateDraft = ReturnType<typeof useTemplateDraft>;

/** Begins with the unsaved changes that this tab kept before a reload, else with the stored draft, if there is one. */
export function useTemplateDraft(
  template: Template,
  storedDraft: Template | null,
  accountId: string,
) {
  const { id, revision } = template;
  const key = draftKey(accountId, id);
  const [{ store, begun }] = useState(() => open(template, storedDraft, key));
  /** The revision below restored changes, or the stored draft; null if neither. */
  const [begunWith, setBegunWith] = useState<number | 'stored draft' | null>(begun);
  const [wantsLive, setWantsLive] = useState(false);
  const state = useStoreState(store);
  const isKept = useKeeping(store, key);
  const saving = useSave(id, store);
  const drafting = useDrafting(template, store, saving.gone);

  // If another author published, and the author has written nothing since, show what is served now.
  useEffect(() => {
    const now = store.settled();
    if (revision <= now.revision || isUnsaved(now)) return;
    const kind = now.stored && template.draft ? 'served' : 'replaced';
    store.dispatch({ kind, revision, content: draftOf(template) });
  }, [store, template, revision]);
  // The same for a stored draft that another author, or another tab, saved.
  useEffect(() => {
    const now = store.settled();
    if (!storedDraft || !template.draft || isUnsaved(now)) return;
    if (wantsLive && now.stored === null) return;
    const stored = storedDraftOf(storedDraft);
    if (stored.tag <= (now.stored?.tag ?? 0)) return;
    store.dispatch({ kind: 'continued', stored });
    setBegunWith('stored draft');
  }, [store, template, storedDraft, wantsLive]);

  const showLive = () => {
    store.settled();
    store.dispatch({ kind: 'replaced', revision, content: draftOf(template) });
    setWantsLive(true);
  };
  const showDraft = () => {
    if (!storedDraft) return;
    store.settled();
    store.dispatch({ kind: 'continued', stored: storedDraftOf(storedDraft) });
    setWantsLive(false);
    setBegunWith('stored draft');
  };
  /** Stores what the page holds, then publishes it. Returns true if nothing is left to publish. */
  const publish = async (note?: string) => {
    if (store.settled().stored !== null) await drafting.keep();
    // A draft of another author that stays is not opened in place of what was published.
    setWantsLive(true);
    return saving.save(note);
  };
  return {
    /** `template` is as last read: `state.saved` may be older. `isKept`: the browser has storage left. */
    ...{ template, store, state, saving, drafting, publish, isKept },
    isChanged: isChanged(state),
    /** Differs from what is served, and from the stored draft. */
    isUnsaved: isUnsaved(state),
    ...{ begunWith, forgetBeginning: useCallback(() => setBegunWith(null), []) },
    /** The template has a stored draft, but the author looks at what is live. */
    isBesideDraft: template.draft !== null && state.stored === null,
    ...{ showLive, showDraft },
  };
}

/** In milliseconds. While the author types, the page draws the first change at once and the others after this pause. */
const typingRestMs = 300;

/** Draws what the author types in slices, between which the browser handles the next key. */
function useStoreState(store: DraftStore): DraftState {
  const [state, setState] = useState(store.current);
  useEffect(() => {
    const show = () => setState(store.current());
    let typing: ReturnType<typeof setTimeout> | undefined;
    const rested = () => {
      typing = undefined;
      startTransition(show);
    };
    const follow = (action: DraftAction) => {
      const isTyped = 'isTyped' in action;
      if (!isTyped) show();
      else if (typing === undefined) startTransition(show);
      clearTimeout(typing);
      typing = isTyped ? setTimeout(rested, typingRestMs) : undefined;
    };
    show();
    const stop = store.subscribe(follow);
    return () => {
      clearTimeout(typing);
      stop();
    };
  }, [store]);
  return state;
}

function open(template: Template, storedDraft: Template | null, key: string) {
  const stored = template.draft && storedDraft ? storedDraftOf(storedDraft) : null;
  const fresh = begin(template, stored);
  const asIs = { store: new DraftStore(fresh), begun: stored ? ('stored draft' as const) : null };
  const kept = readKeptDraft(sessionStorage, key);
  if (!kept) return asIs;
  // Based on the stored revision and draft, so that a save shows what another author has saved since.
  const isSame = kept.stored?.tag === stored?.tag;
  const of = isSame ? stored : kept.stored && { ...kept.stored, content: fresh.saved };
  const draft = { ...fresh.saved, ...kept.changes };
  const state = { ...fresh, revision: kept.revision, draft, stored: of };
  if (!isUnsaved(state)) return asIs;
  return { store: new DraftStore(state), begun: kept.revision };
}

/** In milliseconds; storing 500 KB takes a few of them. */
const restMs = 400;

function useKeeping(store: DraftStore, key: string): boolean {
  const [isKept, setKept] = useState(true);
  const keep = useCallback(() => {
    const state = store.current();
    if (isUnsaved(state)) setKept(keepDraft(sessionStorage, key, state));
    else forgetDraft(sessionStorage, key);
  }, [store, key]);
  const keepSoon = useDebouncedCallback(keep, restMs);
  useWindowEvent('pagehide', () => {
    store.settled();
    keep();
  });
  useEffect(() => {
    const stop = store.subscribe(keepSoon);
    return () => {
      stop();
      keep();
    };
  }, [store, keep, keepSoon]);
  return isKept;
}
