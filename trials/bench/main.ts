/** The entry of `npm run bench`. Exit codes: 0, 1 a goal is missed, 2 wrong usage. */
import { writeFile } from 'node:fs/promises';
import { optionsOrExit, untilDone } from '../../local/command-line.ts';
import { measure } from './benches.ts';
import { readOptions } from './options.ts';
import { draw } from './picture.ts';

const options = optionsOrExit(readOptions);
const { cases, text, picture } = await untilDone((progress, stops) =>
  measure(options, progress, stops),
);
if (options.svg !== undefined && picture) await writeFile(options.svg, await draw(picture));
process.stdout.write(options.json ? `${JSON.stringify({ cases })}\n` : text);
process.exit(cases.some(({ holds }) => holds === false) ? 1 : 0);
