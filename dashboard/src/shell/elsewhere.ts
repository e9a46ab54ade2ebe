import { useLocation } from 'react-router';
import { useAccount } from '../api/account.ts';
import { environment } from '../sign-in/open-session.ts';

/** A link to this page in another account or environment. */
export interface Elsewhere {
  id: string;
  name: string;
  href: string;
}

/** The other accounts that the user may open, by name. A link reloads the whole page, so that nothing is mixed. */
export function useOtherAccounts(): readonly Elsewhere[] {
  const { data: account } = useAccount();
  const here = sameElsewhere(useLocation());
  if (!account) return [];
  return account.accounts
    .filter(({ accountId }) => accountId !== account.accountId)
    .map(({ accountId, name }) => ({
      id: accountId,
      name,
      href: `${here}${here.includes('?') ? '&' : '?'}${new URLSearchParams({ account: accountId })}`,
    }));
}

/** The dashboards of the other environments. Each has its own sign-in, and its own accounts. */
export function useOtherEnvironments(): readonly Elsewhere[] {
  const here = sameElsewhere(useLocation());
  const others = environment?.others ?? [];
  return others.map(({ name, url }) => ({ id: new URL(url).host, name, href: `${url}${here}` }));
}

/**
 * The page of another account that shows what this page shows. Messages, revisions and drafts belong to one account, so
 * it shows their lists instead. A template may have the same id.
 */
export function sameElsewhere({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const path = pathname
    .replace(/^(\/messages)\/.*/, '$1')
    .replace(/^(\/templates\/[^/]+\/revisions)\/.*/, '$1')
    .replace(/^(\/templates\/[^/]+)\/draft$/, '$1');
  const query = new URLSearchParams(path === pathname ? search : '');
  // An API key belongs to one account.
  query.delete('key');
  return query.size > 0 ? `${path}?${query}` : path;
}
