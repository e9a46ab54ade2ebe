/** Installs a folder's own packages, if missing or of another version. Usage: `node bin/own-packages.ts FOLDER...`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const npmInstall = [
  'install',
  '--install-strategy=nested',
  '--no-audit',
  '--no-fund',
  '--omit-lockfile-registry-resolved',
];

/** `folder` is a path from the top of the checkout. npm prints on stderr. */
export function installOwnPackages(folder: string): void {
  const at = join(root, folder);
  const wanted = readFileSync(join(at, 'package.json'));
  const installed = join(at, 'node_modules/.installed.json');
  if (existsSync(installed) && readFileSync(installed).equals(wanted)) return;
  process.stderr.write(`Installing the packages that only ${folder} needs, once.\n`);
  execFileSync('npm', npmInstall, { cwd: at, stdio: ['ignore', 2, 2] });
  writeFileSync(installed, wanted);
}

if (import.meta.main) process.argv.slice(2).forEach(installOwnPackages);
