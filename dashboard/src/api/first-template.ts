import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../../functions/manage/contracts/common.ts';
import { templateSummary } from '../../../functions/manage/contracts/templates.ts';
import { call } from './call.ts';

const templatePage = pageOf(templateSummary);

/** Whether there is a template at all: a list of one, or of none. */
export function useFirstTemplate() {
  return useQuery({
    queryKey: ['templates', 'first'],
    queryFn: async ({ signal }) =>
      (await call('/templates', templatePage, { query: { limit: 1 }, signal })).items,
  });
}
