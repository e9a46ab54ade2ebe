import { useCallback, useState } from 'react';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { ServiceProblem } from '../../../api/problem.ts';
import { readTemplate, saveTemplate, useTemplatesChanged } from '../../../api/templates.ts';
import { parseData } from '../data/test-data.ts';
import { type Draft, isChanged } from '../draft.ts';
import type { DraftStore } from '../draft-store.ts';

/** What came of the last save. */
export type SaveState =
  | { kind: 'none' }
  | { kind: 'saving' }
  | { kind: 'saved'; revision: number }
  /** The test data is no JSON: nobody was asked. */
  | { kind: 'unreadable' }
  /** `refused` is the draft as it was then: what was written since may have mended it. */
  | { kind: 'refused'; error: unknown; refused: Draft }
  /** Somebody else saved first. */
  | { kind: 'stale'; theirs: Template }
  /** Somebody else deleted it. */
  | { kind: 'deleted' };

export interface Saving {
  state: SaveState;
  /** Saves what is written. True: nothing is left to be saved. */
  save: () => Promise<boolean>;
  /** Saves over what `theirs` is. */
  keepMine: (theirs: Template) => Promise<boolean>;
  /** Goes on with the draft as it is. */
  dismiss: () => void;
}

/** Saves the draft from the revision that it began from. What is written meanwhile stays unsaved. */
export function useSave(id: string, store: DraftStore): Saving {
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const changed = useTemplatesChanged();

  const saveFrom = useCallback(
    async (ifMatch: number) => {
      const { draft } = store.settled();
      const data = parseData(draft.testData);
      if (!data.ok) {
        setState({ kind: 'unreadable' });
        return false;
      }
      setState({ kind: 'saving' });
      try {
        const body = { ...draft, testData: data.data };
        const { revision } = await saveTemplate(id, { ...body, ifMatch });
        store.dispatch({ kind: 'saved', revision, content: draft });
        setState({ kind: 'saved', revision });
        void changed();
        return !isChanged(store.settled());
      } catch (error) {
        setState(await readRefusal(id, error, draft));
        return false;
      }
    },
    [id, store, changed],
  );

  const save = useCallback(async () => {
    const settled = store.settled();
    return isChanged(settled) ? saveFrom(settled.revision) : true;
  }, [store, saveFrom]);

  return {
    state,
    save,
    keepMine: (theirs) => saveFrom(theirs.revision),
    dismiss: useCallback(() => setState({ kind: 'none' }), []),
  };
}

async function readRefusal(id: string, error: unknown, refused: Draft): Promise<SaveState> {
  if (!(error instanceof ServiceProblem)) return { kind: 'refused', error, refused };
  if (error.code === 'not_found') return { kind: 'deleted' };
  if (error.code !== 'stale') return { kind: 'refused', error, refused };
  try {
    return { kind: 'stale', theirs: await readTemplate(id) };
  } catch (fault) {
    const isGone = fault instanceof ServiceProblem && fault.code === 'not_found';
    return isGone ? { kind: 'deleted' } : { kind: 'refused', error: fault, refused };
  }
}
