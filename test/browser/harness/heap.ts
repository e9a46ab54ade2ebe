import type { Page } from 'playwright-core';

/** Whether anything that a page's scripts can still reach holds a text: caches and closures too. */
export async function heapHolds(page: Page, text: string): Promise<boolean> {
  const session = await page.context().newCDPSession(page);
  let snapshot = '';
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    snapshot += chunk;
  });
  // Garbage is collected before it is taken.
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return snapshot.includes(text);
}
