/** The entry of `npm run fuzz`. */
import { runAndExit } from '../harness/verdict.ts';
import { readOptions } from './options.ts';

await runAndExit(readOptions, (run, ...given) => run(...given));
