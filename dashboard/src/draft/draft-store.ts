import { type DraftAction, type DraftState, isChanged, isUnsaved, reduceDraft } from './draft.ts';

/** React redraws only when the author pauses; `settled()` has every character. */
export class DraftStore {
  #state: DraftState;
  readonly #listeners = new Set<(action: DraftAction) => void>();
  readonly #writers = new Set<() => void>();

  constructor(state: DraftState) {
    this.#state = state;
  }

  /** May lack what the author typed in the last moment. */
  readonly current = (): DraftState => this.#state;

  settled(): DraftState {
    for (const write of this.#writers) write();
    return this.#state;
  }

  readonly isChanged = (): boolean => isChanged(this.settled());

  readonly isUnsaved = (): boolean => isUnsaved(this.settled());

  readonly dispatch = (action: DraftAction): void => {
    this.#state = reduceDraft(this.#state, action);
    for (const listener of this.#listeners) listener(action);
  };

  /** Discards what is neither stored nor served. */
  readonly revert = (revision = this.#state.revision): void => {
    const { stored, saved } = this.#state;
    if (stored) this.dispatch({ kind: 'continued', stored });
    else this.dispatch({ kind: 'replaced', revision, content: saved });
  };

  readonly subscribe = (listener: (action: DraftAction) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** For an editor that holds text back while the author types: `write` dispatches that text. */
  addWriter(write: () => void): () => void {
    this.#writers.add(write);
    return () => this.#writers.delete(write);
  }
}
