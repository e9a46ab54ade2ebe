import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PageError } from '../dashboard/preview-script.ts';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(projectRoot, 'node_modules/.cache/postrider-dashboard');

/** The files and folders that a build reads. If one of them changes, the page must be built again. */
const sources = [
  'dashboard',
  'docs/openapi.json',
  'functions/manage/contracts',
  'shared/engine',
  'shared/id.ts',
  'package-lock.json',
];

/** Folders in `dashboard/` that are not sources: the output of a build there, and installed packages. */
const built = /^dashboard\/(dist|node_modules)(\/|$)/;

/** How many builds the cache keeps, so that switching between a few branches needs no new build. */
const keptBuilds = 6;

/** The folder with the built page, from the cache or built, in seconds. Throws a `PageError` if that fails. */
export function builtPage(): string {
  const folder = join(cache, hashOfSources());
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  const unfinished = `${folder}.${process.pid}`;
  try {
    build(unfinished);
    finish(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  dropOldBuilds();
  return folder;
}

/** Moves a finished build to its folder. Another synthesis may have done that first: its build is the same. */
function finish(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

function build(outDir: string): void {
  mkdirSync(cache, { recursive: true });
  const vite = join(projectRoot, 'node_modules/vite/bin/vite.js');
  const options = ['--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  try {
    execFileSync(process.execPath, [vite, 'build', 'dashboard', ...options], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Colour codes would end up in the error's message.
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
    });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new PageError(`The dashboard does not build: ${String(stderr ?? error)}`);
  }
}

function hashOfSources(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesBelow(source)) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(projectRoot, file)))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 32);
}

function filesBelow(path: string): string[] {
  if (built.test(path)) return [];
  if (!statSync(join(projectRoot, path)).isDirectory()) return [path];
  const names = readdirSync(join(projectRoot, path)).sort();
  return names.flatMap((name) => filesBelow(`${path}/${name}`));
}

/** Deletes all but the newest builds, even interrupted ones. A build in progress is among the newest, so it stays. */
function dropOldBuilds(): void {
  const ageOf = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = readdirSync(cache).map((name) => join(cache, name));
  const newestFirst = folders.sort((one, other) => ageOf(other) - ageOf(one));
  for (const folder of newestFirst.slice(keptBuilds))
    rmSync(folder, { recursive: true, force: true });
}
