import { useCallback, useState } from 'react';

/** How many rows are drawn at first, and how many more whenever the end comes near: some screens. */
const step = 60;

/** The distance of the end from the screen at which more rows are drawn. */
const rootMargin = '1000px';

/**
 * The first rows of a long list, and more of them whenever the element with the ref `end`, which stands behind them,
 * comes near the screen.
 */
export function useDrawnRows<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(step);
  const [of, setOf] = useState(rows);
  if (of !== rows) {
    setOf(rows);
    // Another list begins again; the same list with one row changed stays as it is.
    if (Math.abs(of.length - rows.length) > 1) setCount(step);
  }
  // A new observer for each count: it reports an end that is still near after more rows are drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const end = useCallback(
    (element: Element | null) => {
      if (!element) return;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setCount((now) => now + step);
        },
        { rootMargin },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [count],
  );
  return { drawn: rows.slice(0, count), end };
}
