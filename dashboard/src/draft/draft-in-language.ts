import type { Draft } from './draft.ts';
import type { DraftStore } from './draft-store.ts';

/** The part of a `DraftStore` that the fields of the editor need. */
export interface WrittenDraft {
  current: () => { draft: Draft };
  settled: () => { draft: Draft };
  dispatch: (action: { kind: 'written'; changes: Partial<Draft> }) => void;
  subscribe: DraftStore['subscribe'];
  addWriter: DraftStore['addWriter'];
}

/** The draft with the content of one of its languages as its own. Without one, or if it lacks it: the draft itself. */
export function inLanguage(draft: Draft, tag?: string | null): Draft {
  const content = draft.languages[tag ?? ''];
  return content ? { ...draft, ...content, language: tag ?? null } : draft;
}

const opened = new WeakMap<DraftStore, Map<string, DraftInLanguage>>();

/** The language's own part of a store: the same object each time, so that an undo of the language stays known. */
export function draftInLanguage(store: DraftStore, tag: string): DraftInLanguage {
  const ofStore = opened.get(store) ?? new Map<string, DraftInLanguage>();
  opened.set(store, ofStore);
  const ofTag = ofStore.get(tag) ?? new DraftInLanguage(store, tag);
  ofStore.set(tag, ofTag);
  return ofTag;
}

/** The subject, HTML and text of one language of a draft, to be edited like those of the draft itself. */
export class DraftInLanguage implements WrittenDraft {
  readonly #store: DraftStore;
  readonly #tag: string;
  #last: { draft: Draft; seen: { draft: Draft } } | null = null;

  constructor(store: DraftStore, tag: string) {
    this.#store = store;
    this.#tag = tag;
  }

  /** The same object while the draft is the same, for `useSyncExternalStore`. */
  readonly current = (): { draft: Draft } => this.#see(this.#store.current().draft);

  settled(): { draft: Draft } {
    return this.#see(this.#store.settled().draft);
  }

  readonly dispatch: WrittenDraft['dispatch'] = ({ kind, changes }) => {
    const { languages } = this.#store.current().draft;
    const { subject, html, text, ...others } = changes;
    const content = languages[this.#tag];
    // A field that closes may still write after its language was removed.
    if (!content) return this.#store.dispatch({ kind, changes: others });
    const written = {
      subject: subject ?? content.subject,
      html: html ?? content.html,
      text: text === undefined ? content.text : text,
    };
    const all = { ...languages, [this.#tag]: written };
    this.#store.dispatch({ kind, changes: { ...others, languages: all } });
  };

  get subscribe(): DraftStore['subscribe'] {
    return this.#store.subscribe;
  }

  addWriter(write: () => void): () => void {
    return this.#store.addWriter(write);
  }

  #see(draft: Draft): { draft: Draft } {
    if (this.#last?.draft !== draft) {
      this.#last = { draft, seen: { draft: inLanguage(draft, this.#tag) } };
    }
    return this.#last.seen;
  }
}
