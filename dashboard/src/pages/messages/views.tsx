import { Link } from 'react-router';
import { type Filters, viewNames, viewOf, views, writeFilters } from './filters.ts';

/** Links to the lists of messages: all, refused requests, scheduled ones, those of test keys. */
export function Views({ filters }: { filters: Filters }) {
  const shown = viewOf(filters);
  return (
    <nav aria-label="Lists of messages" className="views">
      {viewNames.map((name) => (
        <Link
          key={name}
          to={{ search: String(writeFilters({ ...filters, ...views[name] })) }}
          aria-current={name === shown ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
