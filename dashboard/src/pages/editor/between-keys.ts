/** In milliseconds. The character of a key is drawn first. */
const afterKeyMs = 100;

/** How long an answer waits at most while keys come faster, in milliseconds. */
const mostMs = 2000;

/** Shows the newest of what it gets while no key waits for its frame. */
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
