/** The entry of `npm run mutation`. Exit codes: 0 enough is noticed everywhere, 1 it is not, 2 wrong usage. */
import { optionsOrExit } from '../../local/command-line.ts';
import { mutate } from './mutate.ts';
import { readOptions } from './options.ts';
import { reportOf } from './report.ts';

const { areas, concurrency } = optionsOrExit(readOptions);
let enough = true;
for (const area of areas) {
  const { text, holds } = reportOf(area, await mutate(area, concurrency));
  process.stdout.write(text);
  enough &&= holds;
}
process.exit(enough ? 0 : 1);
