/**
 * Runs in the measured page: records the milliseconds from each key to the next drawn frame, and to
 * the preview that shows the key.
 */
(() => {
  const frames = [];
  const previews = [];
  let pressedAt = 0;
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
    take: () => ({ frames: frames.splice(0), previews: previews.splice(0) }),
  };
})();
