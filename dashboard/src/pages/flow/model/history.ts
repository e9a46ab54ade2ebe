export interface History<T> {
  readonly states: readonly T[];
  /** The present state's index. Later states were undone. */
  readonly at: number;
  /** The field of the last change; null if it changed something else. */
  readonly field: string | null;
}

export const begin = <T>(present: T): History<T> => ({ states: [present], at: 0, field: null });

export const presentOf = <T>({ states, at }: History<T>): T | undefined => states[at];

/** Undo takes changes of one `field` in a row back together, like the keys of a word. */
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

/** Back (-1) or forth (1); the same history if there is no step. */
export function step<T>(history: History<T>, by: -1 | 1): History<T> {
  const at = history.at + by;
  return at in history.states ? { ...history, at, field: null } : history;
}
