import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

/**
 * Unpacks the packaged Chromium. It runs in its own process, because the package unpacks into the temporary folder,
 * which an environment variable of the process sets.
 */
const packed = join(
  createRequire(import.meta.url).resolve('@sparticuz/chromium'),
  ...['..', '..', 'bin'],
);
for (const name of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']) {
  await inflate(join(packed, name));
}
