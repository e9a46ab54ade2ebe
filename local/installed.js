/**
 * Loaded before the entry (`node --import`), in plain JavaScript and with nothing but Node's own
 * modules: a Node too old to read TypeScript, or a clone without its packages, is told in a sentence.
 */
import { existsSync } from 'node:fs';

const [major = 0] = process.versions.node.split('.').map(Number);
const packages = new URL('../node_modules/', import.meta.url);

if (!existsSync(packages)) end('The packages are not installed: run npm install first.');
if (major < 24) {
  end(
    `This is Node ${process.versions.node}, and 24 is needed: use npm start, which brings its own (npm install fetches it).`,
  );
}

function end(sentence) {
  console.error(sentence);
  process.exit(1);
}
