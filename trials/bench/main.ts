/** The entry of `npm run bench`. */
import { writeFile } from 'node:fs/promises';
import { runAndExit } from '../harness/verdict.ts';
import { readOptions } from './options.ts';
import { draw } from './picture.ts';

await runAndExit(readOptions, async ({ given, run }, progress, stops) => {
  const { cases, text, picture } = await run(progress, stops);
  if (given.svg !== undefined && picture) await writeFile(given.svg, await draw(picture));
  return {
    text: given.json ? `${JSON.stringify({ cases })}\n` : text,
    held: cases.every(({ holds }) => holds !== false),
  };
});
