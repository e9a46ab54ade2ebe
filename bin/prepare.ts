/** Runs after `npm install`: removes Node's headers (67 MB, for native builds), builds the client and the dashboard. */
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
