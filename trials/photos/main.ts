/** The entry of `npm run photos`. */
import { runAndExit } from '../harness/verdict.ts';
import { readOptions } from './options.ts';
import { takePhotographs } from './photographs.ts';

await runAndExit(readOptions, takePhotographs);
