import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { sender } from '../../../functions/manage/contracts/senders.ts';
import { call } from './call.ts';

const senderPage = pageOf(sender);

/** What flows may send from, all of it: a deployment has a handful. */
export function useSenders() {
  return useQuery({
    queryKey: ['senders'],
    queryFn: async ({ signal }) => (await call('/senders', senderPage, { signal })).items,
  });
}
