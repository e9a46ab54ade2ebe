/** In milliseconds. The character of a key is drawn first. */
const afterKeyMs = 100;

/** A key within this time of the one before is typed in a hurry, in milliseconds: 60 words a minute. */
const hurryMs = 200;

/** How long an answer waits at most while keys come faster, in milliseconds. */
const mostMs = 2000;

/**
 * Shows the newest of what it gets while no key waits for its frame. An author in a hurry looks at the source: an
 * answer waits until a key takes half as long again as the last one, so that its drawing does not meet the next key.
 */
export function betweenKeys<Found>(keys: EventTarget, show: (found: Found) => void) {
  let keyAt = 0;
  let waiting: { found: Found; since: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let afterMs = afterKeyMs;
  const noteKey = () => {
    const now = performance.now();
    const sinceKeyMs = now - keyAt;
    afterMs = sinceKeyMs < hurryMs ? Math.max(afterKeyMs, 1.5 * sinceKeyMs) : afterKeyMs;
    keyAt = now;
  };
  const showIfQuiet = () => {
    if (waiting === null) return;
    const now = performance.now();
    const waitMs = Math.min(keyAt + afterMs, waiting.since + mostMs) - now;
    clearTimeout(timer);
    if (waitMs > 0) {
      timer = setTimeout(showIfQuiet, waitMs);
      return;
    }
    const { found } = waiting;
    waiting = null;
    show(found);
  };
  keys.addEventListener('keydown', noteKey, true);
  return {
    next: (found: Found) => {
      waiting = { found, since: waiting?.since ?? performance.now() };
      showIfQuiet();
    },
    stop: () => {
      clearTimeout(timer);
      keys.removeEventListener('keydown', noteKey, true);
    },
  };
}
