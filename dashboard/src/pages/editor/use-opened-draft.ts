import { useState } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { begin, isChanged } from './draft.ts';
import { DraftStore } from './draft-store.ts';
import { readKeptDraft } from './kept-draft.ts';

export interface Opened {
  store: DraftStore;
  /** The revision that restored changes began from; null where nothing was restored. */
  restoredFrom: number | null;
}

/** Begins from what is saved, or from what was being written when the page was last left. */
export function useOpenedDraft(template: Template, key: string): Opened {
  // The template of the first moment: one that is read again later is what somebody else saved.
  const [opened] = useState(() => open(template, key));
  return opened;
}

function open(template: Template, key: string): Opened {
  const fresh = begin(template);
  const kept = readKeptDraft(sessionStorage, key);
  // From an older revision, so that saving shows what somebody else has saved since.
  const state = kept ? { ...fresh, revision: kept.revision, draft: kept.draft } : fresh;
  if (!kept || !isChanged(state)) return { store: new DraftStore(fresh), restoredFrom: null };
  return { store: new DraftStore(state), restoredFrom: kept.revision };
}
