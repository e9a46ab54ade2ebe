import { useMemo } from 'react';
import type { Draft } from '../draft.ts';
import type { Preview } from '../preview/use-preview.ts';
import type { SaveState } from '../save/use-save.ts';
import { type DraftProblem, dataProblems, refusedParts, warningsOf } from './problems.ts';

/** Everything that is known against the draft as it is now. */
export function useProblems(
  { testData }: Draft,
  { problems, rendered }: Preview,
  save: SaveState,
): readonly DraftProblem[] {
  const refused = save.kind === 'refused' ? save.error : null;
  return useMemo(() => {
    const errors = [...dataProblems(testData), ...problems, ...refusedParts(refused)];
    const warnings = problems.length === 0 && rendered ? warningsOf(rendered) : [];
    return withoutRepeats([...errors, ...warnings]);
  }, [testData, problems, rendered, refused]);
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
