/** The entry of `npm run soak`. Exit codes: 0 the promise held, 1 it did not, 2 wrong usage. */
import { optionsOrExit, untilDone } from '../../local/command-line.ts';
import { readOptions } from './options.ts';
import { runParts } from './parts.ts';
import { report } from './report.ts';
import { reportConcurrent, runConcurrent } from './service/concurrent.ts';

const { concurrent, ...options } = optionsOrExit(readOptions);
const { text, held } = await untilDone(async (progress, stops) => {
  if (concurrent === undefined) return report(await runParts(options, progress, stops));
  const { rounds } = options;
  return reportConcurrent(await runConcurrent({ concurrent, rounds }, progress, stops));
});
process.stdout.write(text);
process.exit(held ? 0 : 1);
