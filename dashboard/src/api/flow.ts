import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query';
import {
  type FlowRun,
  flowOutcome,
  flowRefusals,
  flowVerdict,
} from '../../../functions/manage/contracts/flow.ts';
import { type RenderDraft, renderedDraft } from '../../../functions/manage/contracts/render.ts';
import { call } from './call.ts';
import { useRead } from './use-read.ts';

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

export function useRefusals(templateId: string) {
  return useRead({
    queryKey: ['flow', 'refusals', templateId],
    path: `/templates/${encodeURIComponent(templateId)}/refusals`,
    answer: flowRefusals,
    staleTime: 60_000,
    refetchInterval: ({ state }) => state.data?.isCounting === true && countingMs,
  });
}

const countingMs = 1000;

export function useFlowRun() {
  return useMutation({
    mutationFn: (body: FlowRun) => call('/flow/run', flowOutcome, { method: 'POST', body }),
  });
}

export function renderDraft(body: RenderDraft, signal: AbortSignal) {
  return call('/render', renderedDraft, { method: 'POST', body, signal });
}
