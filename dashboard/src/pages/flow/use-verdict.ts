import { useDebouncedValue } from '@mantine/hooks';
import type { FieldProblem } from '../../../../functions/manage/contracts/problem.ts';
import { useFlowVerdict } from '../../api/flow.ts';
import { type Draft, flowOf } from './model/flow-draft.ts';
import { titlesOf } from './model/node-words.ts';
import { whatRuns } from './model/outcome-words.ts';
import { type PlacedProblem, placedProblems } from './model/problem-places.ts';

const quietMs = 400;

export interface Verdict {
  problems: readonly PlacedProblem[];
  state: 'checking' | 'checked' | 'failed';
  retry: () => void;
}

/** What the service says of the draft, a moment after it has come to rest. */
export function useVerdict(draft: Draft | null): Verdict {
  const [resting] = useDebouncedValue(draft, quietMs);
  const asked = resting && flowOf(resting).flow;
  const query = useFlowVerdict(asked);
  if (draft === null) return { problems: [], state: 'checked', retry: () => {} };

  const { flow, unfinished } = flowOf(draft);
  const titles = titlesOf(draft);
  // A verdict on an older draft has pointers into that one.
  const judged = query.data?.flow as typeof flow | undefined;
  const placed = judged ? placedProblems(query.data?.problems ?? [], judged, titles) : [];
  const found = placed.filter(({ node }) => node === null || titles.has(node));
  const isOfThis = !query.isPlaceholderData && whatRuns(resting) === whatRuns(draft);
  return {
    problems: [...placedProblems(unfinished satisfies FieldProblem[], flow, titles), ...found],
    state: query.isError ? 'failed' : isOfThis && query.isSuccess ? 'checked' : 'checking',
    retry: () => void query.refetch(),
  };
}
