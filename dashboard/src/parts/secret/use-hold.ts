import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useBlocker } from 'react-router';

/** Keeps the page open while it shows the secret. If the user leaves anyway, the page forgets the secret. */
export function useHold(
  isHeld: boolean,
  { insist, forget }: { insist: () => void; forget: () => void },
) {
  const blocker = useBlocker(isHeld);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    insist();
  }, [blocker, insist]);
  useEffect(() => {
    if (!isHeld) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    // A browser may keep a page in memory to show it again: the secret must not be on it.
    const leave = () => flushSync(forget);
    window.addEventListener('beforeunload', ask);
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('beforeunload', ask);
      window.removeEventListener('pagehide', leave);
    };
  }, [isHeld, forget]);
}
