/** The entry of `npm run fuzz`. Exit codes: 0 everything held, 1 something did not, 2 wrong usage. */
import { CommanderError } from 'commander';
import { progressOn } from '../local/progress.ts';
import { Stops } from '../local/stops.ts';
import { type FuzzOptions, readOptions } from './options.ts';
import { runFuzz } from './runs.ts';

function optionsOrExit(): FuzzOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    // Commander has said why, or printed its help.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

const options = optionsOrExit();
const progress = progressOn(process.stderr);
const stops = new Stops();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stops.all().then(() => process.exit(1)));
}
const { text, held } = await runFuzz(options, progress, stops).finally(async () => {
  progress.end();
  await stops.all();
});
process.stdout.write(text);
process.exit(held ? 0 : 1);
