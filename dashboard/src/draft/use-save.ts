import { useCallback, useRef, useState } from 'react';
import type { SavedTemplate, Template } from '../../../functions/manage/contracts/templates.ts';
import { codeOf, isTransient } from '../api/problem.ts';
import { publishStoredDraft } from '../api/stored-draft.ts';
import { saveTemplate } from '../api/template-changes.ts';
import { readTemplate, useTemplatesChanged } from '../api/templates.ts';
import { type Draft, differingParts, draftOf, isChanged } from './draft.ts';
import type { DraftStore } from './draft-store.ts';
import { parseData } from './test-data.ts';

export type SaveState =
  | { kind: 'none' }
  | { kind: 'saving' }
  /** `dependents`: how many templates the service saved again because they take this partial. */
  | { kind: 'saved'; revision: number; dependents: number }
  /** The test data is not JSON: no request was made. */
  | { kind: 'unreadable' }
  /** `refused` is the draft that was sent: the author may have corrected it since. */
  | { kind: 'refused'; error: unknown; refused: Draft }
  | { kind: 'stale'; theirs: Template }
  | { kind: 'deleted' };

/** Publishes what the author writes. Changes made during the save stay unpublished. */
export function useSave(id: string, store: DraftStore) {
  const [state, setState] = useState<SaveState>({ kind: 'none' });
  const changed = useTemplatesChanged();
  const lastNote = useRef('');
  /** Drafts whose save got no answer: the service may have saved them. */
  const unanswered = useRef<Draft[]>([]);

  /** `note` is for the list of revisions. Returns true if nothing is left to publish. */
  const save = useCallback(
    async function saveDraft(note = ''): Promise<boolean> {
      lastNote.current = note;
      const before = store.settled();
      if (!isChanged(before)) return true;
      const { draft, revision: ifMatch, stored } = before;
      const data = parseData(draft.testData);
      if (!data.ok) {
        setState({ kind: 'unreadable' });
        return false;
      }
      setState({ kind: 'saving' });
      try {
        const { dependents, ...saved } =
          ifMatch === 0 && stored
            ? await publishStoredDraft(id, { tag: stored.tag, over: 0, note })
            : await saveTemplate(id, { ...draft, testData: data.data, note, ifMatch });
        const { revision } = saved;
        unanswered.current = [];
        store.dispatch({ kind: 'saved', revision, content: draft });
        setState({ kind: 'saved', revision, dependents: dependents.length });
        void changed(saved);
        return !isChanged(store.settled());
      } catch (error) {
        if (isTransient(error)) unanswered.current.push(draft);
        const refusal = await readRefusal(id, error, draft);
        const own =
          refusal.kind === 'stale' && ownIn(refusal.theirs, [...unanswered.current, draft]);
        if (!own) {
          setState(refusal);
          return false;
        }
        const { revision } = refusal.theirs;
        store.dispatch({ kind: 'saved', revision, content: own });
        setState({ kind: 'saved', revision, dependents: 0 });
        void changed(refusal.theirs);
        return saveDraft(note);
      }
    },
    [id, store, changed],
  );

  const dismiss = useCallback(() => setState({ kind: 'none' }), []);
  const gone = useCallback(() => setState({ kind: 'deleted' }), []);
  const published = ({ revision, dependents }: Pick<SavedTemplate, 'revision' | 'dependents'>) =>
    setState({ kind: 'saved', revision, dependents: dependents.length });
  /** Saves the author's changes on top of `theirs`, with the note of the last try. */
  const saveOver = (theirs: Template) => {
    store.settled();
    store.dispatch({ kind: 'rebased', revision: theirs.revision, content: draftOf(theirs) });
    dismiss();
    return save(lastNote.current);
  };
  const retry = () => void save(lastNote.current);
  return { state, save, retry, saveOver, published, gone, dismiss };
}

/** The sent draft that the service serves now: no other author saved first. */
export function ownIn(served: Template, sent: readonly Draft[]): Draft | undefined {
  const content = draftOf(served);
  return sent.find((draft) => differingParts(content, draft).length === 0);
}

async function readRefusal(id: string, error: unknown, refused: Draft): Promise<SaveState> {
  const code = codeOf(error);
  if (code === 'not_found') return { kind: 'deleted' };
  if (code !== 'stale') return { kind: 'refused', error, refused };
  const theirs = await readTemplate(id).catch((fault: unknown) => ({ fault }));
  if (!('fault' in theirs)) return { kind: 'stale', theirs };
  if (codeOf(theirs.fault) === 'not_found') return { kind: 'deleted' };
  return { kind: 'refused', error: theirs.fault, refused };
}
