/**
 * Comes before everything else, in plain JavaScript and with nothing but Node's own modules: a clone
 * without its packages, or a Node too old to read TypeScript, is told in a sentence. `npm start` and
 * the CLI load it with `--import`, because such a Node does not get as far as reading their entries.
 */
import { existsSync, readFileSync } from 'node:fs';

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

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
