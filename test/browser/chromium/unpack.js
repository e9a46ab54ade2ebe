/**
 * Unpacks the packaged Chromium. It runs in its own process, because the package unpacks into the temporary folder,
 * which an environment variable of the process sets.
 */
import { join } from 'node:path';
import { inflate } from '@sparticuz/chromium';

for (const name of ['chromium.br', 'fonts.tar.br', 'al2023.tar.br']) {
  await inflate(join(import.meta.dirname, 'node_modules/@sparticuz/chromium/bin', name));
}
