/** The entry of `npm run soak`. Exit codes: 0 the promise held, 1 it did not, 2 wrong usage. */
import { CommanderError } from 'commander';
import { progressOn } from '../local/progress.ts';
import { Stops } from '../local/stops.ts';
import { readOptions, type SoakOptions } from './options.ts';
import { runParts } from './parts.ts';
import { report } from './report.ts';
import { reportConcurrent, runConcurrent } from './service/concurrent.ts';

function optionsOrExit(): SoakOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    // Commander has said why, or printed its help.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

async function run({ concurrent, ...options }: SoakOptions) {
  if (concurrent === undefined) return report(await runParts(options, progress, stops));
  const { rounds } = options;
  return reportConcurrent(await runConcurrent({ concurrent, rounds }, progress, stops));
}

const options = optionsOrExit();
const progress = progressOn(process.stderr);
const stops = new Stops();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stops.all().then(() => process.exit(1)));
}
const { text, held } = await run(options).finally(() => progress.end());
process.stdout.write(text);
process.exit(held ? 0 : 1);
