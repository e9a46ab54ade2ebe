/** The entry of `npm run soak`. */
import { runAndExit } from '../harness/verdict.ts';
import { runConcurrent } from './concurrent.ts';
import { readOptions } from './options.ts';
import { runBreaks, runParts } from './run.ts';

await runAndExit(readOptions, async (options, progress, stops) => {
  const { concurrent, rounds } = options;
  if (options.breaks) return runBreaks(options, progress, stops);
  if (concurrent === undefined) return runParts(options, progress, stops);
  return runConcurrent({ concurrent, rounds }, progress, stops);
});
