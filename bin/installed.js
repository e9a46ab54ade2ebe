/**
 * Comes before everything else, in plain JavaScript and with nothing but Node's own modules: a clone
 * without its packages, or a Node too old to read TypeScript, is told in a sentence. `npm start` and
 * the CLI load it with `--import`, because such a Node does not get as far as reading their entries.
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
    `This is Node ${process.versions.node}, and 24 is needed: the scripts in package.json bring their own.`,
  );
}

// Node keeps what it made of each file. The next start does not load the package that strips types, which
// takes 20 MB and a tenth of a second in each process and thread; those that are started find it here.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(here('node_modules/.cache/postrider-code'));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
