import fc from 'fast-check';
import type { Progress } from '../../local/progress.ts';
import type { Verdict } from '../harness/verdict.ts';

export interface Runs {
  /** The number of cases. */
  runs: number;
  /** The same number draws the same cases. */
  seed: number;
}

/** Properties that must hold for every case, by the sentences that state them. */
export type Properties = Readonly<Record<string, fc.IRawProperty<unknown>>>;

/** Tries each property with `runs` cases. For a failed property it prints the smallest case that shows the failure. */
export async function tryProperties(
  properties: Properties,
  { runs, seed }: Runs,
  progress: Progress,
): Promise<Verdict> {
  const lines: string[] = [];
  let held = true;
  for (const [sentence, property] of Object.entries(properties)) {
    progress.step(sentence);
    const details = await fc.check(property, { numRuns: runs, seed });
    held &&= !details.failed;
    lines.push(`${details.failed ? 'broken' : 'held'}  ${details.numRuns} cases: ${sentence}`);
    if (details.failed) lines.push(fc.defaultReportMessage(details) ?? '');
  }
  return { text: `${lines.join('\n')}\n`, held };
}

/** Fails the case of a property. */
export function fail(message: string): never {
  throw new Error(message);
}
