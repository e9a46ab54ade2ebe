/** Wraps a function, so that it runs once for each list or object: the messages of a batch may share a list of 3 MB. */
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
