import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../jest.ts';
import { documentText } from './commands.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** All code, with sentences that are split over lines put together. */
const code = globSync('{cli,functions,lib,shared}/**/*.ts', { cwd: root })
  .map((path) => readFileSync(root + path, 'utf8'))
  .join('\n')
  .replace(/['`] \+\s*['`]/g, '');

/** The quotations in the first column of the tables with this heading. */
function quotedIn(document: string, heading: string): string[] {
  const tables = document.split(`\n| ${heading} |`).slice(1);
  return tables.flatMap((table) => {
    const [rows = ''] = table.split('\n\n');
    return [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, quoted = '']) => quoted);
  });
}

/** The words of a quotation between its ellipses, punctuation and values, of two words or more. */
const fragmentsOf = (quoted: string) =>
  quoted
    .split(/…|[,:()]|[A-Z_]{6,}/)
    .map((fragment) => fragment.trim())
    .filter((fragment) => fragment.length > 7 && fragment.includes(' '));

const operations = documentText('docs/operations.md');
const quotations = ['it says', 'in the log of the function'].flatMap((heading) =>
  quotedIn(operations, heading),
);

test('the sentences that docs/operations.md quotes are found', () => {
  expect(quotations.length).toBeGreaterThan(20);
});

test.each(quotations)('the code has the sentence that docs/operations.md quotes: %s', (quoted) => {
  expect(fragmentsOf(quoted).filter((fragment) => !code.includes(fragment))).toEqual([]);
});
