/** The last step of `npm run check`: prints the project's lines, and words that CONTRIBUTING.md advises against. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
const files = new Map(
  tracked.filter(existsSync).map((path) => [path, readFileSync(path, 'utf8').split('\n')]),
);

function linesOf(isCounted: (path: string) => boolean): string {
  const counted = [...files].filter(([path]) => isCounted(path));
  return counted.reduce((sum, [, lines]) => sum + lines.length - 1, 0).toLocaleString('en');
}

const isOther = (path: string) => /^(test|docs)\/|package-lock\.json|\.(md|png|svg)$/.test(path);
const isTest = (path: string) => /^test\/.*\.m?ts$/.test(path);
console.log(`Lines outside tests and documents: ${linesOf((path) => !isOther(path))}`);
console.log(`Lines of tests: ${linesOf(isTest)}`);

/** "Behind" is right for a place, and wrong for a time. */
const words = ['somebody', 'nobody', 'anew', 'behind', 'at its time', 'what became of', 'for good'];
const isText = (path: string) => /\.(tsx?|js|md)$/.test(path) && path !== 'bin/measures.ts';
for (const word of words) {
  const pattern = new RegExp(`\\b${word}\\b`, 'i');
  const places = [...files].flatMap(([path, lines]) =>
    isText(path)
      ? lines.flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : []))
      : [],
  );
  if (places.length > 0)
    console.log(`"${word}": ${places.length}, ${places.slice(0, 3).join(' ')}`);
}
