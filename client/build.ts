import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const tsc = join(here, '../node_modules/typescript/lib/tsc.js');

/** Builds the package as it is published: one ES module, and its types beside it. */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  buildSync({
    entryPoints: [join(here, 'src/index.ts')],
    outfile: join(folder, 'index.js'),
    ...{ bundle: true, format: 'esm', platform: 'neutral', target: 'es2022' },
  });
  execFileSync(process.execPath, [tsc, '-p', here, '--outDir', folder]);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.d.ts'))) {
    useBuiltNames(join(folder, name));
  }
}

/** TypeScript keeps the names of sources in imports, such as `./error.ts`, which are not in the package. */
function useBuiltNames(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
}

if (import.meta.main) buildClient(resolve(process.argv[2] ?? join(here, 'dist')));
