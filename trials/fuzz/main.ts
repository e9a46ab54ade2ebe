/** The entry of `npm run fuzz`. Exit codes: 0 everything held, 1 something did not, 2 wrong usage. */
import { optionsOrExit, untilDone } from '../../local/command-line.ts';
import { readOptions } from './options.ts';
import { runFuzz } from './runs.ts';

const options = optionsOrExit(readOptions);
const { text, held } = await untilDone((progress, stops) => runFuzz(options, progress, stops));
process.stdout.write(text);
process.exit(held ? 0 : 1);
