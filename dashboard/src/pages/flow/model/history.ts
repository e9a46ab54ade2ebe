/** How many changes can be taken back. */
export const maxSteps = 200;

/** What is, what was before it, and what was taken back. */
export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was of; another of the same is one with it, like the keys of a word. */
  readonly of: string | null;
}

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [], of: null };
}

/** `of` names a field: changes of the same one in a row are taken back together. */
export function change<T>(history: History<T>, present: T, of: string | null = null): History<T> {
  if (present === history.present) return history;
  const past =
    of !== null && of === history.of
      ? history.past
      : [...history.past, history.present].slice(-maxSteps);
  return { past, present, future: [], of };
}

export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return {
    past: past.slice(0, -1),
    present: past.at(-1) as T,
    future: [present, ...future],
    of: null,
  };
}

export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0] as T, future: future.slice(1), of: null };
}
