/** The part of a page's address that names the page. */
interface PageAddress {
  pathname: string;
  search: string;
}

/**
 * The page of another account that shows what this page shows. Messages, revisions and drafts belong to one account, so
 * it shows their lists instead. A template may have the same id.
 */
export function sameElsewhere({ pathname, search }: PageAddress): string {
  const path = pathname
    .replace(/^(\/messages)\/.*/, '$1')
    .replace(/^(\/templates\/[^/]+\/revisions)\/.*/, '$1')
    .replace(/^(\/templates\/[^/]+)\/draft$/, '$1');
  const query = new URLSearchParams(path === pathname ? search : '');
  // An API key belongs to one account.
  query.delete('key');
  return query.size > 0 ? `${path}?${query}` : path;
}
