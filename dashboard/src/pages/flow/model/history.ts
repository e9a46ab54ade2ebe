export interface History<T> {
  readonly states: readonly T[];
  /** The index of the present state. Later states were undone. */
  readonly at: number;
  /** The field that the last change changed; null if it changed something else. */
  readonly field: string | null;
}

export const begin = <T>(present: T): History<T> => ({ states: [present], at: 0, field: null });

export const presentOf = <T>({ states, at }: History<T>): T | undefined => states[at];

/** Changes of the same `field` in a row are undone together, like the keys of a word. */
export function change<T>(
  history: History<T>,
  present: T,
  field: string | null = null,
): History<T> {
  if (present === presentOf(history)) return history;
  const isSameField = field !== null && field === history.field;
  const before = history.states.slice(0, isSameField ? history.at : history.at + 1);
  return { states: [...before, present], at: before.length, field };
}

/** One step back (-1) or forth (1); the same history if there is none. */
export function step<T>(history: History<T>, by: -1 | 1): History<T> {
  const at = history.at + by;
  return at in history.states ? { ...history, at, field: null } : history;
}
