/**
 * Wraps a function of lists or objects, so that it runs once for each, also if it throws. The messages of a batch may
 * share a list of 3 MB, and the work on it must not be done 100 times.
 */
export function oncePerList<T, L extends object = readonly unknown[]>(
  work: (list: L) => T,
): (list: L) => T {
  const done = new WeakMap<L, () => T>();
  return (list) => {
    const known = done.get(list) ?? ended(() => work(list));
    done.set(list, known);
    return known();
  };
}

/** Calls `work`, and returns a function that returns or throws the same. */
function ended<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
