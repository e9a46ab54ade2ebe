import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type Account,
  account,
  changedAccount,
} from '../../../functions/manage/contracts/account.ts';
import { inboxUrl } from '../sign-in/open-session.ts';
import { call } from './call.ts';
import { useRead } from './use-read.ts';

export function useAccount() {
  return useRead({ queryKey: ['account'], path: '/account', answer: account, staleTime: 60_000 });
}

export function useRenameAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string }) =>
      call('/account', changedAccount, { method: 'PATCH', body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['account'] }),
  });
}

/** The reader's own address; in a local run, one of the inbox. */
export function readersAddress({ user }: Account): string {
  return user?.email ?? (inboxUrl ? 'you@inbox.example.com' : '');
}
