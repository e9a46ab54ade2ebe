/**
 * npm runs this script after `npm install` in a checkout. It removes the headers of the project's Node, 67 MB that only
 * native builds need, and builds the client, so that it can be installed from its folder, and the dashboard, so that
 * the first `npm start` need not.
 */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '../client/build.ts';
import { builtPage } from '../lib/builds.ts';

const root = join(import.meta.dirname, '..');
for (const headers of globSync('node_modules/node/node_modules/node-*/include', { cwd: root })) {
  rmSync(join(root, headers), { recursive: true });
}

for (const build of [buildClient, builtPage]) {
  try {
    build();
  } catch (error) {
    // If a build fails, the installation does not. `npm start` and `npm pack` build again, and report the error.
    console.error(String(error));
  }
}
