import { type DraftAction, type DraftState, isChanged, reduceDraft } from './draft.ts';

/**
 * Holds the draft outside of React: what is typed is in here at once when somebody asks, and pages
 * are drawn anew only when a code editor has come to rest.
 */
export class DraftStore {
  #state: DraftState;
  readonly #listeners = new Set<() => void>();
  readonly #writers = new Set<() => void>();

  constructor(state: DraftState) {
    this.#state = state;
  }

  /** For `useSyncExternalStore`; what was typed in the last moment may not be in it yet. */
  readonly current = (): DraftState => this.#state;

  /** With everything that has been typed. */
  settled(): DraftState {
    for (const write of this.#writers) write();
    return this.#state;
  }

  /** Whether leaving now would lose anything. */
  readonly hasChanges = (): boolean => isChanged(this.settled());

  readonly dispatch = (action: DraftAction): void => {
    this.#state = reduceDraft(this.#state, action);
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** An editor that holds text back while somebody types: `write` hands it over. */
  addWriter(write: () => void): () => void {
    this.#writers.add(write);
    return () => this.#writers.delete(write);
  }
}
