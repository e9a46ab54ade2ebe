/**
 * Ends the process with one sentence if the packages are not installed, or if Node is too old to read TypeScript.
 * `npm start` and the CLI load this file first, with `--import`, because an old Node cannot read their own files. For the
 * same reason it is plain JavaScript and imports only Node's modules.
 */
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const here = (path) => new URL(`../${path}`, import.meta.url);

const { dependencies, devDependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8'));
const missing = Object.keys({ ...dependencies, ...devDependencies }).find(
  (name) => !existsSync(here(`node_modules/${name}/package.json`)),
);
const [major] = process.versions.node.split('.').map(Number);

if (missing) end(`The package ${missing} is not installed: run npm install first.`);
if (major < 24) {
  end(
    `This is Node ${process.versions.node}, but Node 24 is needed: use the scripts in package.json, which bring their own.`,
  );
}

// Node keeps each file's compiled code in this folder. Later starts then do not load the package that strips types, which
// takes 20 MB and a tenth of a second in each process and thread. Child processes find it by the variable.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(here('node_modules/.cache/postrider-code'));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
