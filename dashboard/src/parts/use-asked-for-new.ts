import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

export const askedForNew = 'new';

let opener: (() => void) | null = null;

/** Opens the dialog for a new one of the page's list, and returns false on a page without one. */
export function openNew(): boolean {
  opener?.();
  return opener !== null;
}

/** For the key `n`, and once for each navigation with that wish. A reload does not ask again. */
export function useAskedForNew(open: () => void): void {
  const { key, state, pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    opener = open;
    return () => {
      opener = null;
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (state !== askedForNew) return;
    open();
    void navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [key]);
}
