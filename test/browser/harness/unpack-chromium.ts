import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

/**
 * Run in a process of its own: the package unpacks into the temporary folder of the process that asks, and
 * that folder is a variable of the process.
 */
const packed = join(
  createRequire(import.meta.url).resolve('@sparticuz/chromium'),
  ...['..', '..', 'bin'],
);
for (const name of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']) {
  await inflate(join(packed, name));
}
