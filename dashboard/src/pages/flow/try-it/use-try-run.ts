import { useState } from 'react';
import type { FlowOutcome } from '../../../../../functions/manage/contracts/flow.ts';
import type { Template } from '../../../../../functions/manage/contracts/templates.ts';
import { useFlowRun } from '../../../api/flow.ts';
import { type Draft, flowOf } from '../model/flow-draft.ts';
import { whatRuns } from '../model/outcome-words.ts';
import { givenDelivery, type RunInput, readData, runInputOf } from '../model/run-input.ts';

export interface TryResult {
  answer: FlowOutcome;
  /** The flow that was run. */
  draft: Draft | null;
}

export type TryRun = ReturnType<typeof useTryRun>;

/** What a flow is tried with, and what came of it: kept while the panel is closed. */
export function useTryRun(template: Template, draft: Draft | null) {
  const [input, write] = useState<RunInput>(() => runInputOf(template.testData));
  const [result, setResult] = useState<TryResult | null>(null);
  const run = useFlowRun();

  const start = () => {
    const read = readData(input.data);
    if ('error' in read || run.isPending) return;
    const { subject, html, text } = template;
    const flow = draft && flowOf(draft).flow;
    const delivery = givenDelivery(input.delivery);
    setResult(null);
    run.mutate(
      { subject, html, text, flow, data: read.data, delivery },
      { onSuccess: (answer) => setResult({ answer, draft }) },
    );
  };

  return {
    input,
    write,
    start,
    retry: start,
    isPending: run.isPending,
    error: run.error,
    result,
    /** What was run is what there is now: its marks still say something. */
    isCurrent: result !== null && whatRuns(result.draft) === whatRuns(draft),
  };
}
