import { useLocation } from 'react-router';
import { useAccount } from '../api/account.ts';
import { environment } from '../sign-in/open-session.ts';
import { sameElsewhere } from './same-elsewhere.ts';

export interface Elsewhere {
  id: string;
  name: string;
  href: string;
}

// A link reloads the whole page, so that nothing is mixed.
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

// Each environment has its own sign-in, and its own accounts.
export function useOtherEnvironments(): readonly Elsewhere[] {
  const here = sameElsewhere(useLocation());
  const others = environment?.others ?? [];
  return others.map(({ name, url }) => ({ id: new URL(url).host, name, href: `${url}${here}` }));
}
