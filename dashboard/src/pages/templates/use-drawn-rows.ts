import { useIntersection } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** How many rows are drawn at first, and how many more whenever the end comes near: some screens. */
const step = 60;

/** The distance of the end from the screen at which more rows are drawn. */
const rootMargin = '1000px';

/**
 * The first rows of a long list, and more of them whenever the element with the ref `end`, which stands below them, comes
 * near the screen. The element needs the number of drawn rows as its key, so that the browser observes it again.
 */
export function useDrawnRows<Row>(rows: readonly Row[]) {
  const [count, setCount] = useState(step);
  const [of, setOf] = useState(rows);
  const { ref: end, entry } = useIntersection({ rootMargin });
  if (of !== rows) {
    setOf(rows);
    // A new list starts with the first rows; the same list with one row more or less stays as it is.
    if (Math.abs(of.length - rows.length) > 1) setCount(step);
  }
  useEffect(() => {
    if (entry?.isIntersecting) setCount((now) => now + step);
  }, [entry]);
  return { drawn: rows.slice(0, count), end };
}
