/**
 * Runs in the page that is measured: how long each key takes to the next frame that is drawn, and to
 * the preview that shows it, in milliseconds.
 */
(() => {
  const frames = [];
  const previews = [];
  let pressedAt = 0;
  let preview;
  let tellPreview = null;

  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        // What is posted in a frame is heard when it is drawn.
        port1.onmessage = () => frames.push(performance.now() - timeStamp);
        port2.postMessage(null);
      });
    },
    true,
  );

  const watch = () => {
    new MutationObserver(([{ target }]) => {
      const { sent, shown } = target.dataset;
      if (!tellPreview || sent !== shown) return;
      previews.push(performance.now() - pressedAt);
      tellPreview();
      tellPreview = null;
    }).observe(document, { subtree: true, attributeFilter: ['data-shown'] });
  };
  addEventListener('DOMContentLoaded', watch, { once: true });

  globalThis.stopwatch = {
    /** The next preview that stands is that of the next key. */
    expectPreview: () => {
      preview = new Promise((resolve) => {
        tellPreview = resolve;
      });
    },
    previewThere: () => preview,
    take: () => ({ frames: frames.splice(0), previews: previews.splice(0) }),
  };
})();
