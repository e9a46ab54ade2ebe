/**
 * Waits until a condition is true. Throws after `timeoutMs`, so that no test run hangs. The default is long, because
 * the machine may be slow.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`It never came true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
