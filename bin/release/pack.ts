import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

/** The release cannot be made. The message says why; the working tree is as it was before. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

const manifestShape = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.unknown()).default({}),
  bin: z.record(z.string(), z.string()).default({}),
});

/**
 * Packs a package, installs it into an empty folder, imports, requires and calls it there. Returns the file's path.
 *
 * @throws {ReleaseError} if the file lacks an export or a command, or contains a test or a path of this machine
 */
export function packChecked(packageFolder: string, folder: string, root: string): string {
  mkdirSync(folder, { recursive: true });
  const before = readdirSync(folder);
  run('npm', ['pack', '--silent', '--pack-destination', folder], packageFolder);
  const [name = ''] = readdirSync(folder).filter((each) => !before.includes(each));
  const file = join(folder, name);

  const place = mkdtempSync(join(tmpdir(), 'postrider-release-'));
  try {
    writeFileSync(join(place, 'package.json'), '{"private":true}');
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', file], place);
    checkInstalled(packageFolder, place, root);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
  return file;
}

/** Checks, like `packChecked`, a package that npm has installed in the folder `place`. */
export function checkInstalled(packageFolder: string, place: string, root: string): void {
  const machinePaths = [`${root}/`, `${homedir()}/`];
  const manifest = manifestShape.parse(
    JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')),
  );
  const installed = join(place, 'node_modules', manifest.name);
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(installed.length + 1));

  const named = [...targetsOf(manifest.exports), ...Object.values(manifest.bin)];
  const missing = named.filter((target) => !files.includes(target));
  if (missing.length > 0)
    throw packageError(manifest.name, 'lacks files that its exports or its bin name', missing);
  const tests = files.filter((path) => /(^|\/)tests?\/|\.(test|spec)\./.test(path));
  if (tests.length > 0) throw packageError(manifest.name, 'contains tests', tests);
  const withMachinePath = files.filter((path) => {
    const text = readFileSync(join(installed, path), 'utf8');
    return machinePaths.some((each) => text.includes(each));
  });
  if (withMachinePath.length > 0)
    throw packageError(manifest.name, 'contains paths of this machine', withMachinePath);

  for (const entry of Object.keys(manifest.exports)) {
    const specifier = join(manifest.name, entry);
    run('node', ['--input-type=module', '-e', `await import('${specifier}')`], place);
    // Without the option, a newer Node would require an ES module.
    run('node', ['--no-experimental-require-module', '-e', `require('${specifier}')`], place);
  }
  for (const command of Object.keys(manifest.bin)) {
    run(join('node_modules/.bin', command), ['--help'], place);
  }
}

/** Every file that `exports` names, for all conditions (`import`, `types` and so on). */
function targetsOf(exports: unknown): string[] {
  if (typeof exports === 'string') return [exports.replace(/^\.\//, '')];
  return Object.values(exports as object).flatMap(targetsOf);
}

const packageError = (name: string, why: string, files: readonly string[]) =>
  new ReleaseError(`The packed ${name} ${why}: ${files.join(', ')}`);

/** Runs a command silently. Its output is part of the error if it fails. */
function run(command: string, words: readonly string[], cwd: string): void {
  execFileSync(command, words, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
}
