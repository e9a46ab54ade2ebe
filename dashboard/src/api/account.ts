import { type Account, account } from '../../../functions/manage/contracts/account.ts';
import { inboxUrl } from '../sign-in/open-session.ts';
import { useRead } from './use-read.ts';

/** The account of this dashboard. */
export function useAccount() {
  return useRead({ queryKey: ['account'], path: '/account', answer: account, staleTime: 60_000 });
}

/** The reader's own address; in a local run one of its inbox, which accepts every address of the demo's domain. */
export function readersAddress({ user }: Account): string {
  return user?.email ?? (inboxUrl ? 'you@inbox.example.com' : '');
}
