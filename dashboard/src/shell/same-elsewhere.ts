/** A message, revision or draft belongs to one account, so another shows its list. A template may have the same id. */
export function sameElsewhere({ pathname, search }: { pathname: string; search: string }): string {
  const path = pathname
    .replace(/^(\/messages)\/.*/, '$1')
    .replace(/^(\/templates\/[^/]+\/revisions)\/.*/, '$1')
    .replace(/^(\/templates\/[^/]+)\/draft$/, '$1');
  const query = new URLSearchParams(path === pathname ? search : '');
  query.delete('key');
  return query.size > 0 ? `${path}?${query}` : path;
}
