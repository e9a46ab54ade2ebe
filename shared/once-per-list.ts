/**
 * The same function for lists; it works once for each list, also where it throws. The messages of a batch may share a
 * list of 3 MB, and the work on it must not be done 100 times.
 */
export function oncePerList<T>(
  work: (list: readonly unknown[]) => T,
): (list: readonly unknown[]) => T {
  const done = new WeakMap<readonly unknown[], () => T>();
  return (list) => {
    const known = done.get(list) ?? ended(() => work(list));
    done.set(list, known);
    return known();
  };
}

/** Calls `work`, and returns a function that ends as it did. */
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
