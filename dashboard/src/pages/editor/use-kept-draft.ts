import { useEffect, useState } from 'react';
import { isChanged } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { forgetDraft, keepDraft } from './kept-draft.ts';

/** How long a draft rests before it is kept, in milliseconds: keeping 500 KB takes a few. */
const restMs = 400;

/** Keeps unsaved changes over a reload, as long as there are any. False: the browser has no room. */
export function useKeptDraft(store: DraftStore, key: string): boolean {
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
