/** Prints a megabyte into a file as the local run's log does: `node print-much.ts FILE`. */
import { openSync } from 'node:fs';
import { writeUnlessFull } from '../../../local/lambda/log-file.ts';

const file = openSync(process.argv[2] ?? '', 'a');
for (let line = 0; line < 1024; line++) writeUnlessFull(file, `${'x'.repeat(1023)}\n`);
console.log('printed');
