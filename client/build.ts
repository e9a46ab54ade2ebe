import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { writeTypes } from './write-types.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const tsc = join(here, '../node_modules/typescript/lib/tsc.js');

/** Builds the published package. It replaces the files one by one: another process always finds a whole package. */
export function buildClient(folder = join(here, 'dist')): void {
  writeTypes();
  const unfinished = `${folder}.${process.pid}`;
  const common = {
    ...{ absWorkingDir: here, entryPoints: ['src/index.ts'] },
    ...{ bundle: true, target: 'es2022' },
  };
  buildSync({
    ...{ ...common, format: 'esm', platform: 'neutral' },
    outfile: join(unfinished, 'index.js'),
  });
  buildSync({ ...common, format: 'cjs', platform: 'node', outfile: join(unfinished, 'index.cjs') });
  execFileSync(process.execPath, [tsc, '-p', here, '--outDir', unfinished]);
  for (const name of readdirSync(unfinished).filter((file) => file.endsWith('.d.ts'))) {
    writeForBothKinds(join(unfinished, name));
  }
  const names = readdirSync(unfinished);
  mkdirSync(folder, { recursive: true });
  for (const name of names) renameSync(join(unfinished, name), join(folder, name));
  rmSync(unfinished, { recursive: true });
  for (const name of readdirSync(folder)) if (!names.includes(name)) rmSync(join(folder, name));
}

/** Imports name built files. CommonJS has types of its own: TypeScript takes a `.d.ts` here for an ES module's. */
function writeForBothKinds(file: string): void {
  const text = readFileSync(file, 'utf8');
  const naming = (ending: string) => text.replaceAll(/(from '\.\/\w+)\.ts'/g, `$1.${ending}'`);
  writeFileSync(file, naming('js'));
  writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), naming('cjs'));
}

if (import.meta.main) buildClient();
