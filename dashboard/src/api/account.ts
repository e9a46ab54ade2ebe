import { type Account, account } from '../../../functions/manage/contracts/account.ts';
import { inboxUrl } from '../sign-in/open-session.ts';
import { useRead } from './use-read.ts';

export function useAccount() {
  return useRead({ queryKey: ['account'], path: '/account', answer: account, staleTime: 60_000 });
}

/** The reader's own address; in a local run, one of the inbox. */
export function readersAddress({ user }: Account): string {
  return user?.email ?? (inboxUrl ? 'you@inbox.example.com' : '');
}
