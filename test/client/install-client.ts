import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '../../client/build.ts';

/** Builds the client of this checkout into the packages of a project. */
export function installClient(project: string): void {
  const folder = join(project, 'node_modules/@postrider/client');
  mkdirSync(folder, { recursive: true });
  cpSync('client/package.json', join(folder, 'package.json'));
  buildClient(join(folder, 'dist'));
}
