import type { AreaName } from './areas.ts';
import type { Mutant } from './mutate.ts';

/** The share of changes that must be noticed, in percent. */
export const goal = 85;

/** What an area's mutants say in words, the unnoticed ones each with its place, and whether it is enough. */
export function reportOf(
  area: AreaName,
  mutants: readonly Mutant[],
): { text: string; holds: boolean } {
  const noticed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout');
  const endless = mutants.filter(({ status }) => status === 'Timeout');
  const unnoticed = mutants.filter(
    ({ status }) => status === 'Survived' || status === 'NoCoverage',
  );
  const counted = noticed.length + unnoticed.length;
  const percent = (100 * noticed.length) / counted;
  const summary = `${area}: ${noticed.length} of ${counted} changes noticed (${endless.length} by never ending), ${percent.toFixed(1)} % (goal: ${goal})`;
  return {
    text: `${[...endless.map(placeOf), ...unnoticed.map(placeOf), summary].join('\n')}\n`,
    holds: percent >= goal,
  };
}

function placeOf({ fileName, location, mutatorName, replacement, status }: Mutant): string {
  const { line, column } = location.start;
  const place = `${fileName.replace(`${process.cwd()}/`, '')}:${line + 1}:${column + 1}`;
  return `${place} ${status} ${mutatorName}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 100)}`;
}
