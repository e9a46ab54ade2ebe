/**
 * Waits until something is so; gives up after `timeoutMs`, so that no test run hangs on it. That is long:
 * a few seconds would be a claim about the machine.
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
