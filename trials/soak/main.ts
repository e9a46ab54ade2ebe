/** The entry of `npm run soak`. */
import { runAndExit } from '../harness/verdict.ts';
import { runBreaks } from './function/run-breaks.ts';
import { readOptions } from './options.ts';
import { runParts } from './parts.ts';
import { report } from './report.ts';
import { runConcurrent } from './service/concurrent.ts';

await runAndExit(readOptions, async ({ concurrent, breaks, ...options }, progress, stops) => {
  if (breaks) return runBreaks(options, progress, stops);
  if (concurrent === undefined) return report(await runParts(options, progress, stops));
  return runConcurrent({ concurrent, rounds: options.rounds }, progress, stops);
});
