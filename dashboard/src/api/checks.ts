import { useQuery } from '@tanstack/react-query';
import { check } from '../../../functions/manage/contracts/checks.ts';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { call } from './call.ts';

const checkPage = pageOf(check);

/** How the deployment's sending is set up. SES is asked ten questions: a minute is soon enough. */
export function useChecks() {
  return useQuery({
    queryKey: ['checks'],
    queryFn: async ({ signal }) => (await call('/checks', checkPage, { signal })).items,
    staleTime: 60_000,
  });
}
