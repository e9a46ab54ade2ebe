/** Waits until something is so; gives up after `timeoutMs`, so that no test run hangs on it. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 4000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`It never came true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
