/** The entry of `npm run fuzz`. */
import { runAndExit } from '../harness/verdict.ts';
import { readOptions } from './options.ts';

await runAndExit(readOptions, (run, progress, stops) => run(progress, stops));
