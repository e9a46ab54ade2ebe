import type { TraceStep } from '../../../../../functions/manage/contracts/flow.ts';

/** What a run made of a node. */
export interface RunMark {
  readonly tone: 'good' | 'bad' | 'unreached';
  readonly words: string;
  /** Milliseconds, all its steps together; null where it was not reached. */
  readonly ms: number | null;
}

const words: Readonly<Record<string, string>> = {
  applied: 'Applied',
  passed: 'Passed',
  failed: 'Failed',
  rendered: 'Rendered',
  returned: 'Returned',
  not_sent: 'Would send',
  sent: 'Sent',
  refused: 'Refused',
  unknown: 'Unknown',
  misconfigured: 'Cannot send',
};

const badOutcomes = ['failed', 'refused', 'unknown', 'misconfigured'];

/** What a step came to, in words. */
export function stepWords({ outcome }: TraceStep): string {
  return words[outcome] ?? outcome;
}

/** The mark of each node: what its last step came to. A node without a step was not reached. */
export function marksOf(ids: readonly string[], trace: readonly TraceStep[]): Map<string, RunMark> {
  return new Map(
    ids.map((id) => {
      const steps = trace.filter(({ node }) => node === id);
      const last = steps.at(-1);
      if (last === undefined) return [id, { tone: 'unreached', words: 'Not reached', ms: null }];
      const ms = Math.round(steps.reduce((sum, each) => sum + each.ms, 0) * 100) / 100;
      return [id, markOf(last, ms)];
    }),
  );
}

/** The reading of the delivery fields comes first: where the run then ends elsewhere, nothing was sent. */
function markOf(step: TraceStep, ms: number): RunMark {
  const { type, outcome } = step;
  if (type === 'delivery' && outcome === 'passed')
    return { tone: 'unreached', words: 'Not reached', ms: null };
  const tone = badOutcomes.includes(outcome) ? 'bad' : 'good';
  return { tone, words: stepWords(step), ms };
}
