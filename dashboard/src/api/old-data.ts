import type { QueryClient } from '@tanstack/react-query';
import { isTransient } from './problem.ts';

/**
 * Whether a page shows data that the service did not answer for when it was asked again. A page without data says itself
 * why there is none.
 */
export function hasOldData(queries: QueryClient): boolean {
  return queries
    .getQueryCache()
    .getAll()
    .some((query) => query.isActive() && isOld(query.state));
}

const isOld = ({ data, error }: { data: unknown; error: unknown }) =>
  data !== undefined && isTransient(error);
