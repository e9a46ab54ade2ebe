/** Wraps a call so that it is made once: all callers share the answer. */
export function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () => {
    asked ??= ask();
    return asked;
  };
}

/** Like `once`, for a call about a name: it is made once for each name. */
export function onceEach<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (name) => {
    const answer = asked.get(name) ?? ask(name);
    asked.set(name, answer);
    return answer;
  };
}
