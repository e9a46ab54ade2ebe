import fc from 'fast-check';
import type { Progress } from '../../local/progress.ts';
import type { Found } from './found.ts';

/** What must hold for every case, by a sentence that says so. */
export type Properties = Readonly<Record<string, fc.IRawProperty<unknown>>>;

/** Tries each property with so many cases; a failure is told as the smallest case that shows it. */
export async function tryProperties(
  properties: Properties,
  { runs, seed }: { runs: number; seed: number },
  progress: Progress,
): Promise<Found> {
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
