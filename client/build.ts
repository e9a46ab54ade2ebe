import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const tsc = join(here, '../node_modules/typescript/lib/tsc.js');

/**
 * Builds the package as it is published: an ES module, a CommonJS module, and the types of each. The build in
 * `client/dist` is committed, so that a fresh clone can be installed without its tools.
 */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const common = {
    ...{ absWorkingDir: here, entryPoints: ['src/index.ts'] },
    ...{ bundle: true, target: 'es2022' },
  };
  buildSync({
    ...{ ...common, format: 'esm', platform: 'neutral' },
    outfile: join(folder, 'index.js'),
  });
  buildSync({ ...common, format: 'cjs', platform: 'node', outfile: join(folder, 'index.cjs') });
  execFileSync(process.execPath, [tsc, '-p', here, '--outDir', folder]);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.d.ts'))) {
    writeForBothKinds(join(folder, name));
  }
}

/**
 * TypeScript keeps the names of sources in imports, such as `./error.ts`, which are not in the package. The types of
 * the CommonJS module are files of their own: TypeScript takes a `.d.ts` of this package for those of an ES module.
 */
function writeForBothKinds(file: string): void {
  const text = readFileSync(file, 'utf8');
  const naming = (ending: string) => text.replaceAll(/(from '\.\/\w+)\.ts'/g, `$1.${ending}'`);
  writeFileSync(file, naming('js'));
  writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), naming('cjs'));
}

if (import.meta.main) buildClient(resolve(process.argv[2] ?? join(here, 'dist')));
