/** How many changes can be undone. */
export const maxSteps = 200;

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  /** What was undone. */
  readonly future: readonly T[];
  /** The field that the last change changed; null if it changed something else. */
  readonly field: string | null;
}

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [], field: null };
}

/** Changes of the same `field` in a row are undone together, like the keys of a word. */
export function change<T>(
  history: History<T>,
  present: T,
  field: string | null = null,
): History<T> {
  if (present === history.present) return history;
  const isSameField = field !== null && field === history.field;
  const past = isSameField ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present, future: [], field };
}

export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  const [before] = past.slice(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], field: null };
}

export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  const [next] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: future.slice(1), field: null };
}
