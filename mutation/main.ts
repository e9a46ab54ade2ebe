/** The entry of `npm run mutation`. Exit codes: 0 enough is noticed everywhere, 1 it is not, 2 wrong usage. */
import { CommanderError } from 'commander';
import { mutate } from './mutate.ts';
import { type MutationOptions, readOptions } from './options.ts';
import { reportOf } from './report.ts';

function optionsOrExit(): MutationOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    // Commander has said why, or printed its help.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

const { areas, concurrency } = optionsOrExit();
let enough = true;
for (const area of areas) {
  const { text, holds } = reportOf(area, await mutate(area, concurrency));
  process.stdout.write(text);
  enough &&= holds;
}
process.exit(enough ? 0 : 1);
