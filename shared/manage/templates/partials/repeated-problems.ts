import type { ProblemPlace } from '../../manage-error.ts';

type Reported = ProblemPlace & { message: string };

/**
 * Reports a problem of a partial once, and not in each template that takes it: as the partial's own, or
 * in the first of the templates, with the number of the others.
 */
export function withoutRepeats<Problem extends Reported>(problems: readonly Problem[]): Problem[] {
  return [...Map.groupBy(problems, keyOf).values()].flatMap(once);
}

/** The same value for each report of a problem in a partial, and another one for any other problem. */
function keyOf(problem: Reported): unknown {
  const { partial, language, part, line, column, message } = problem;
  if (partial === undefined) return problem;
  return JSON.stringify([partial, language, part, line, column, message]);
}

function once<Problem extends Reported>(same: readonly Problem[]): Problem[] {
  const [first] = same;
  if (first === undefined) return [];
  const own = same.find(({ templateId, partial }) => templateId === partial);
  const others = new Set(same.map(({ templateId }) => templateId)).size - 1;
  if (own !== undefined || others === 0) return [own ?? first];
  const many = others === 1 ? 'one more template' : `${others} more templates`;
  return [{ ...first, message: `${first.message} (also in ${many})` }];
}
