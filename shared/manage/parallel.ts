/** Works on `atOnce` items at a time, in order. After a failure it waits for the started ones, and throws. */
export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnce = 8,
): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return;
      answers[index] = await work(item);
    }
  };
  const guarded = () => worker().catch((failure: unknown) => failures.push(failure));
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, guarded));
  if (failures.length > 0) throw failures[0];
  return answers;
}
