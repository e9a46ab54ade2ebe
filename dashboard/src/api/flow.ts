import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import {
  type FlowRun,
  flowOutcome,
  flowVerdict,
} from '../../../functions/manage/contracts/flow.ts';
import { call } from './call.ts';

/** What is wrong with a graph. While one is being judged, the verdict on the one before stays. */
export function useFlowVerdict(flow: unknown) {
  return useQuery({
    queryKey: ['flow', 'check', flow],
    queryFn: async ({ signal }) => {
      const { problems } = await call('/flow/check', flowVerdict, {
        method: 'POST',
        body: { flow },
        signal,
      });
      return { flow, problems };
    },
    enabled: flow !== null,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

/** Everything but the send, of a draft. */
export function useFlowRun() {
  return useMutation({
    mutationFn: (body: FlowRun) => call('/flow/run', flowOutcome, { method: 'POST', body }),
  });
}
