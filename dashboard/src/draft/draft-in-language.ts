import { contentPartNames } from '../../../shared/engine/template-parts.ts';
import type { Draft, DraftAction } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

export interface WrittenDraft extends Pick<DraftStore, 'subscribe' | 'addWriter'> {
  current: () => { draft: Draft };
  settled: () => { draft: Draft };
  dispatch: (action: Extract<DraftAction, { kind: 'written' }>) => void;
}

/** The draft with one language's content as its own; the draft itself if it lacks the language. */
export function inLanguage(draft: Draft, tag?: string | null): Draft {
  const content = draft.languages[tag ?? ''];
  return content ? { ...draft, ...content, language: tag ?? null } : draft;
}

const opened = new WeakMap<DraftStore, Map<string, WrittenDraft>>();

/** Returns the same object each time, so that undo stays. */
export function draftInLanguage(store: DraftStore, tag: string): WrittenDraft {
  const languages = opened.get(store) ?? new Map<string, WrittenDraft>();
  const written = languages.get(tag) ?? open(store, tag);
  opened.set(store, languages.set(tag, written));
  return written;
}

function open(store: DraftStore, tag: string): WrittenDraft {
  // The same object while the draft is the same, for `useSyncExternalStore`.
  let last: { whole: Draft; seen: { draft: Draft } } | null = null;
  const see = ({ draft: whole }: { draft: Draft }) => {
    if (last?.whole !== whole) last = { whole, seen: { draft: inLanguage(whole, tag) } };
    return last.seen;
  };
  return {
    current: () => see(store.current()),
    settled: () => see(store.settled()),
    subscribe: store.subscribe,
    addWriter: (write) => store.addWriter(write),
    dispatch: ({ changes: all, ...action }) => {
      const { languages } = store.current().draft;
      const content = languages[tag];
      const others = { ...all };
      for (const part of contentPartNames) delete others[part];
      // A field that closes may still write after its language was removed.
      if (!content) return store.dispatch({ ...action, changes: others });
      const written = contentPartNames.filter((part) => all[part] !== undefined);
      const own = Object.fromEntries(written.map((part) => [part, all[part]]));
      const changes = { ...others, languages: { ...languages, [tag]: { ...content, ...own } } };
      store.dispatch({ ...action, changes });
    },
  };
}
