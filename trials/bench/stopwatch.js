/**
 * Runs in the measured page: records the milliseconds from each key to the next drawn frame, and to
 * the preview that shows the key; and how far the page's parts moved by themselves.
 */
(() => {
  const frames = [];
  const previews = [];
  let pressedAt = 0;
  let shift = 0;
  let preview;
  let onPreview = null;

  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // A message that is posted in a frame arrives after the frame is drawn.
        port1.onmessage = () => frames.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    true,
  );

  // Also the moves just after a key, which the browser's own score leaves out. In the source, lines below a line that
  // grows have to move.
  const isInSource = ({ node }) => node?.parentElement?.closest('.cm-editor') != null;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      if (!sources.every(isInSource)) shift += value;
    }
  }).observe({ type: 'layout-shift' });

  const watch = () => {
    new MutationObserver(([{ target }]) => {
      const { sent, shown } = target.dataset;
      if (!onPreview || sent !== shown) return;
      previews.push(performance.now() - pressedAt);
      onPreview();
      onPreview = null;
    }).observe(document, { subtree: true, attributeFilter: ['data-shown'] });
  };
  addEventListener('DOMContentLoaded', watch, { once: true });

  globalThis.stopwatch = {
    /** The next preview that is shown belongs to the next key. */
    expectPreview: () => {
      preview = new Promise((resolve) => {
        onPreview = resolve;
      });
    },
    previewShown: () => preview,
    take: () => {
      const taken = { frames: frames.splice(0), previews: previews.splice(0), shift };
      shift = 0;
      return taken;
    },
  };
})();
