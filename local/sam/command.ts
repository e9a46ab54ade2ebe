import { optionsOrExit } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { readSamOptions } from './options.ts';
import { writeSamFiles } from './sam-files.ts';

/**
 * `npm run sam-template`: writes what sam local reads, prints the commands, and with `--relay` stays
 * until a signal. Exit codes: 0, 1 when it cannot, 2 for wrong usage.
 */
export async function run(argv: readonly string[]): Promise<void> {
  const options = optionsOrExit(readSamOptions, argv);
  try {
    process.stdout.write(await writeSamFiles(options));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  if (!options.relay) return;
  const stop = () => process.exit(0);
  process.on('SIGINT', stop).on('SIGTERM', stop);
}
