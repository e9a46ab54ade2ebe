/** The entry of `npm run bench`. Exit codes: 0, 1 a goal is missed, 2 wrong usage. */
import { writeFile } from 'node:fs/promises';
import { CommanderError } from 'commander';
import { progressOn } from '../local/progress.ts';
import { Stops } from '../local/stops.ts';
import { measure } from './benches.ts';
import { type BenchOptions, readOptions } from './options.ts';
import { draw } from './picture.ts';

function optionsOrExit(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    // Commander has said why, or printed its help.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
    throw error;
  }
}

const options = optionsOrExit();
const progress = progressOn(process.stderr);
const stops = new Stops();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stops.all().then(() => process.exit(1)));
}
const { cases, text, picture } = await measure(options, progress, stops).finally(async () => {
  progress.end();
  await stops.all();
});
if (options.svg !== undefined && picture) await writeFile(options.svg, await draw(picture));
process.stdout.write(options.json ? `${JSON.stringify({ cases })}\n` : text);
process.exit(cases.some(({ holds }) => holds === false) ? 1 : 0);
