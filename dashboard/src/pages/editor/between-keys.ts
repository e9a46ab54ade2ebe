/** In milliseconds. After a key, its character is drawn first; an answer does not wait longer for a pause than `mostMs`. */
const afterKeyMs = 100;
const mostMs = 500;

/** Shows the newest of what it gets, at a time when no key waits for its frame. */
export function betweenKeys<Found>(show: (found: Found) => void) {
  let keyAt = 0;
  let waiting: { found: Found; since: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const noteKey = () => {
    keyAt = performance.now();
  };
  const showIfQuiet = () => {
    if (waiting === null) return;
    const now = performance.now();
    const waitMs = Math.min(keyAt + afterKeyMs, waiting.since + mostMs) - now;
    clearTimeout(timer);
    if (waitMs > 0) {
      timer = setTimeout(showIfQuiet, waitMs);
      return;
    }
    const { found } = waiting;
    waiting = null;
    show(found);
  };
  window.addEventListener('keydown', noteKey, true);
  return {
    next: (found: Found) => {
      waiting = { found, since: waiting?.since ?? performance.now() };
      showIfQuiet();
    },
    stop: () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', noteKey, true);
    },
  };
}
