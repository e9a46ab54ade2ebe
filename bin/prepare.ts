/**
 * npm runs it after `npm install` in a checkout. It removes the headers of the project's Node, 67 MB that only native
 * builds need, and builds the dashboard, so that the first `npm start` need not.
 */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtPage } from '../lib/builds.ts';

const root = join(import.meta.dirname, '..');
for (const headers of globSync('node_modules/node/node_modules/node-*/include', { cwd: root })) {
  rmSync(join(root, headers), { recursive: true });
}

try {
  builtPage();
} catch (error) {
  // An installation does not fail because of the page. `npm start` builds it again, and says what is wrong with it.
  console.error(String(error));
}
