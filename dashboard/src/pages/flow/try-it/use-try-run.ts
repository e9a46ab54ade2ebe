import { useState } from 'react';
import type { FlowOutcome } from '../../../../../functions/manage/contracts/flow.ts';
import type { DeliveryField } from '../../../../../shared/engine/flow/delivery.ts';
import { useFlowRun } from '../../../api/flow.ts';
import type { Draft } from '../../../draft/draft.ts';
import { parseData } from '../../../draft/test-data.ts';
import { type Flow, storedFlow, whatRuns } from '../model/flow.ts';

export interface TryResult {
  answer: FlowOutcome;
  /** The flow that ran. */
  flow: Flow;
}

export type TryRun = ReturnType<typeof useTryRun>;

/** The input and the result of a test run, which stay while the panel is closed. */
export function useTryRun({ layout, language, subject, html, text, testData }: Draft, flow: Flow) {
  const [data, writeData] = useState(testData);
  const [delivery, setDelivery] = useState<Partial<Record<DeliveryField, string>>>({});
  const [result, setResult] = useState<TryResult | null>(null);
  const run = useFlowRun();
  const parsed = parseData(data);

  const start = () => {
    if (!parsed.ok || run.isPending) return;
    const given = Object.entries(delivery).filter(([, value]) => value.trim() !== '');
    setResult(null);
    run.mutate(
      {
        ...{ layout, language, subject, html, text, data: parsed.data },
        flow: storedFlow(flow),
        delivery: Object.fromEntries(given),
      },
      { onSuccess: (answer) => setResult({ answer, flow }) },
    );
  };

  return {
    data,
    writeData,
    /** Why the data is not JSON; null: it is. */
    dataError: parsed.ok ? null : parsed.detail,
    delivery,
    writeDelivery: (field: DeliveryField, value: string) =>
      setDelivery((before) => ({ ...before, [field]: value })),
    start,
    isPending: run.isPending,
    error: run.error,
    result,
    /** Whether the flow is the one that ran, so that the marks of the run still apply. */
    isCurrent: result !== null && whatRuns(result.flow) === whatRuns(flow),
  };
}
