import type { Page } from 'playwright-core';

/** Whether a page's scripts can still reach an object with a text, also in caches and closures. */
export async function heapHolds(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  let snapshot = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    snapshot += chunk;
  });
  // The browser collects garbage before it takes the snapshot.
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return snapshot.includes(text);
}
