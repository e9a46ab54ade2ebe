import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

export const askedForNew = 'new';

/** Once for each such navigation. A reload does not ask again. */
export function useAskedForNew(open: () => void): void {
  const { key, state, pathname, search } = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (state !== askedForNew) return;
    open();
    void navigate(`${pathname}${search}`, { replace: true, state: null });
  }, [key]);
}
