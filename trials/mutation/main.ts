/** The entry of `npm run mutation`. Exit codes: 0 the tests notice enough changes in every area, 1 they do not, 2 wrong usage. */
import { optionsOrExit } from '../../local/command-line.ts';
import { type Mutant, mutate } from './mutate.ts';
import { readOptions } from './options.ts';

/** The least share of changes that the tests must notice, in percent. */
const goal = 85;

const { areas, concurrency } = optionsOrExit(readOptions);
let enough = true;
for (const area of areas) {
  const mutants = await mutate(area, concurrency);
  const having = (...statuses: Mutant['status'][]) =>
    mutants.filter(({ status }) => statuses.includes(status));
  const endless = having('Timeout');
  const noticed = having('Killed', 'Timeout').length;
  const unnoticed = having('Survived', 'NoCoverage');
  const counted = noticed + unnoticed.length;
  const percent = (100 * noticed) / counted;
  const summary = `${area}: ${noticed} of ${counted} changes noticed (${endless.length} ran forever), ${percent.toFixed(1)} % (goal: ${goal})`;
  process.stdout.write(`${[...[...endless, ...unnoticed].map(lineOf), summary].join('\n')}\n`);
  enough &&= percent >= goal;
}
process.exit(enough ? 0 : 1);

function lineOf({ fileName, location, mutatorName, replacement, status }: Mutant): string {
  const { line, column } = location.start;
  const place = `${fileName.replace(`${process.cwd()}/`, '')}:${line + 1}:${column + 1}`;
  const change = (replacement ?? '').replace(/\s+/g, ' ').slice(0, 100);
  return `${place} ${status} ${mutatorName}: ${change}`;
}
