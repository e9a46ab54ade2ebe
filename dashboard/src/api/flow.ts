import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import {
  type FlowRun,
  flowOutcome,
  flowVerdict,
} from '../../../functions/manage/contracts/flow.ts';
import { type RenderDraft, renderedDraft } from '../../../functions/manage/contracts/render.ts';
import { call } from './call.ts';

// While the service checks a changed flow, the problems of the previous one stay.
export function useFlowVerdict<Flow>(flow: Flow | null) {
  return useQuery({
    queryKey: ['flow', 'check', flow],
    queryFn:
      flow === null
        ? skipToken
        : async ({ signal }) => {
            const options = { method: 'POST', body: { flow }, signal } as const;
            const { problems } = await call('/flow/check', flowVerdict, options);
            return { flow, problems };
          },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
  });
}

export function useFlowRun() {
  return useMutation({
    mutationFn: (body: FlowRun) => call('/flow/run', flowOutcome, { method: 'POST', body }),
  });
}

export function renderDraft(body: RenderDraft, signal: AbortSignal) {
  return call('/render', renderedDraft, { method: 'POST', body, signal });
}
