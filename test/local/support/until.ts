/** Waits until something is so; gives up before the test's own time is over. */
export async function until(condition: () => boolean): Promise<void> {
  for (let tries = 800; !condition(); tries--) {
    if (tries === 0) throw new Error(`It never came true: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
