import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Stop } from '../offer/start.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/**
 * Packs the checkout as a release does, and installs the file in an empty project. Returns the folder of both: the file
 * and `project`.
 */
export async function installPackage(atEnd: (stop: Stop) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postrider-package-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
  const cwd = join(folder, 'project');
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), '{"private":true}');
  const words = ['install', '--save-dev', '--no-audit', '--no-fund', packedIn(folder)];
  await run('npm', words, { cwd });
  return folder;
}

/** The packed file in the folder that `installPackage` returns. */
export function packedIn(folder: string): string {
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error(`npm packed no file into ${folder}`);
  return join(folder, name);
}
