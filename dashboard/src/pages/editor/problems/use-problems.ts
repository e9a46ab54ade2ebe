import { useMemo } from 'react';
import type { Draft } from '../draft.ts';
import type { Preview } from '../preview/use-preview.ts';
import type { SaveState } from '../save/use-save.ts';
import { type DraftProblem, dataProblems, standingRefusals, warningsOf } from './problems.ts';

/** Everything that is known against the draft as it is now. */
export function useProblems(
  draft: Draft,
  { problems, rendered }: Preview,
  save: SaveState,
): readonly DraftProblem[] {
  return useMemo(() => {
    const refusals =
      save.kind === 'refused' ? standingRefusals(save.error, save.refused, draft) : [];
    const errors = [...dataProblems(draft.testData), ...problems, ...refusals];
    const warnings = problems.length === 0 && rendered ? warningsOf(rendered) : [];
    return withoutRepeats([...errors, ...warnings]);
  }, [draft, problems, rendered, save]);
}

/** What a save was refused for, rendering says as well. */
function withoutRepeats(problems: readonly DraftProblem[]): DraftProblem[] {
  const seen = new Map(
    problems.map((problem) => [
      JSON.stringify([problem.part, problem.place, problem.detail]),
      problem,
    ]),
  );
  return [...seen.values()];
}
